from collections.abc import Callable, Sequence
from os import PathLike
from typing import ClassVar, Literal, Self, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from tok_ku_rou.analysis import Line, MctsResult, SearchResult, Solved, SolveResult
from tok_ku_rou.event import Event
from tok_ku_rou.learning import Samples, Step

__all__ = [
    "Batch",
    "EndgameTable",
    "Engine",
    "Game",
    "Kalah",
    "KalahBatch",
    "KalahRules",
    "Match",
    "Outcome",
    "Position",
    "SelfPlay",
    "SmallBoard",
    "Stop",
    "TokKuRou",
    "TokKuRouBatch",
    "TokKuRouRules",
    "__version__",
    "analyse",
    "mcts",
    "parse",
    "pick",
    "search",
    "solve",
]

__version__: str

_Player: TypeAlias = Literal["south", "north"]
_Pit: TypeAlias = SupportsIndex | str
_Seeds: TypeAlias = Sequence[SupportsIndex] | NDArray[np.integer]
_Board: TypeAlias = Sequence[_Seeds] | NDArray[np.integer]
_Contestant: TypeAlias = Literal["first", "second"]
_Starts: TypeAlias = Literal["toss", "alternate", "loser"]
_Repetition: TypeAlias = Literal["tie", "count"]
_Capture: TypeAlias = Literal["take-empty", "leave-empty", "keep-sowing"]
_Sweep: TypeAlias = Literal["owner", "finisher", "none"]
_Direction: TypeAlias = Literal["counterclockwise", "clockwise"]
_Observation: TypeAlias = Literal["counts", "one-hot"]
_Illegal: TypeAlias = Literal["end", "raise"]
_Autoreset: TypeAlias = Literal["next-step", "same-step", "disabled"]
_Goal: TypeAlias = Literal["outcome", "margin"]
_Evaluator: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.int8]], tuple[ArrayLike, ArrayLike]]
_Laps: TypeAlias = Literal["single", "multiple"]
_Reason: TypeAlias = Literal[
    "side-empty", "no-move", "endless", "repetition", "ply-limit", "no-capture", "resigned", "abandoned"
]

def parse(text: str) -> Kalah | TokKuRou: ...
def search(
    position: Position | Game,
    *,
    depth: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    threads: SupportsIndex = 1,
    history: Sequence[Position] | None = None,
    repetition: _Repetition | None = None,
    table_mb: SupportsIndex = 16,
    table: EndgameTable | None = None,
    stop: Stop | None = None,
) -> SearchResult: ...
def analyse(
    position: Position | Game,
    *,
    depth: SupportsIndex | None = None,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    threads: SupportsIndex = 1,
    history: Sequence[Position] | None = None,
    repetition: _Repetition | None = None,
    table_mb: SupportsIndex = 16,
    table: EndgameTable | None = None,
    stop: Stop | None = None,
) -> list[Line]: ...
def mcts(
    position: Position | Game,
    *,
    evaluator: _Evaluator | Literal["estimate"] | None = None,
    simulations: SupportsIndex | None = None,
    seconds: float | None = None,
    batch: SupportsIndex = 1,
    exploration: float = 2.0,
    goal: _Goal = "outcome",
    seed: SupportsIndex = 0,
    observation: _Observation = "counts",
    history: Sequence[Position] | None = None,
    repetition: _Repetition | None = None,
    memory_mb: SupportsIndex = 64,
    table: EndgameTable | None = None,
    stop: Stop | None = None,
) -> MctsResult: ...
def solve(
    position: Kalah | Game,
    *,
    table: EndgameTable | None = None,
    win_only: bool = False,
    threads: SupportsIndex = 1,
    memory_mb: SupportsIndex = 64,
    progress: Callable[[SolveResult], object] | None = None,
    stop: Stop | None = None,
) -> SolveResult: ...
def pick(
    position: Position | Game, player: SupportsIndex | Literal["random"], seed: SupportsIndex
) -> int: ...

@final
class KalahRules:
    SOURCE: ClassVar[KalahRules]
    SOURCE_3: ClassVar[KalahRules]
    SOURCE_5: ClassVar[KalahRules]
    SOURCE_6: ClassVar[KalahRules]
    STANDARD: ClassVar[KalahRules]
    STANDARD_3: ClassVar[KalahRules]
    STANDARD_5: ClassVar[KalahRules]
    STANDARD_6: ClassVar[KalahRules]
    def __new__(
        cls,
        pits: SupportsIndex = 6,
        seeds: SupportsIndex = 4,
        capture: _Capture = "take-empty",
        sweep: _Sweep = "owner",
        direction: _Direction = "counterclockwise",
    ) -> Self: ...
    @classmethod
    def parse(cls, text: str) -> KalahRules: ...
    @property
    def pits(self) -> int: ...
    @property
    def seeds(self) -> int: ...
    @property
    def capture(self) -> _Capture: ...
    @property
    def sweep(self) -> _Sweep: ...
    @property
    def direction(self) -> _Direction: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class TokKuRouRules:
    SOURCE: ClassVar[TokKuRouRules]
    TRADITIONAL: ClassVar[TokKuRouRules]
    def __new__(
        cls, columns: SupportsIndex = 12, seeds: SupportsIndex = 2, laps: _Laps = "single"
    ) -> Self: ...
    @classmethod
    def parse(cls, text: str) -> TokKuRouRules: ...
    @property
    def columns(self) -> int: ...
    @property
    def seeds(self) -> int: ...
    @property
    def laps(self) -> _Laps: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Outcome:
    __match_args__: ClassVar[tuple[str, str]]
    def __new__(cls, winner: _Player | None, reason: _Reason) -> Self: ...
    @property
    def winner(self) -> _Player | None: ...
    @property
    def reason(self) -> _Reason: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@disjoint_base
class Position:
    @property
    def turn(self) -> _Player: ...
    @property
    def rules(self) -> KalahRules | TokKuRouRules: ...
    @property
    def num_pits(self) -> int: ...
    @property
    def pits(self) -> NDArray[np.uint8]: ...
    @property
    def scores(self) -> tuple[int, int]: ...
    @property
    def margin_bounds(self) -> tuple[int, int]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def key(self) -> int: ...
    def legal_moves(self) -> list[int]: ...
    def mask(self) -> NDArray[np.int8]: ...
    def observation(
        self, kind: _Observation = "counts", occurrences: SupportsIndex = 0
    ) -> NDArray[np.float32]: ...
    def play(self, pit: _Pit) -> Self: ...
    def trace(self, pit: _Pit) -> list[Event]: ...
    def move_name(self, pit: _Pit) -> str: ...
    def parse_move(self, text: str) -> int: ...
    def with_turn(self, player: _Player) -> Self: ...
    def perft(self, depth: SupportsIndex) -> int: ...
    def text(self) -> str: ...
    def svg(self, *, last: tuple[Position, _Pit] | None = None) -> str: ...
    def _repr_svg_(self) -> str: ...
    def _repr_pretty_(self, printer: object, cycle: bool, /) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Kalah(Position):
    def __new__(cls, rules: KalahRules | None = None) -> Self: ...
    @property
    def rules(self) -> KalahRules: ...
    @staticmethod
    def from_setup(
        pits: _Board, stores: _Seeds | None = None, turn: _Player = "south", rules: KalahRules | None = None
    ) -> Kalah: ...
    @staticmethod
    def from_protocol(text: str, rules: KalahRules | None = None, turn: _Player = "south") -> Kalah: ...
    def protocol(self) -> str: ...

@final
class TokKuRou(Position):
    def __new__(cls, rules: TokKuRouRules | None = None) -> Self: ...
    @property
    def rules(self) -> TokKuRouRules: ...
    @staticmethod
    def from_setup(
        pits: _Board, turn: _Player = "south", rules: TokKuRouRules | None = None, *, endless: bool = False
    ) -> TokKuRou: ...

@final
class Game:
    south: str
    north: str
    date: str
    tags: dict[str, str]
    def __new__(
        cls,
        start: Position | KalahRules | TokKuRouRules | str | None = None,
        *,
        repetition: _Repetition = "tie",
        max_plies: SupportsIndex | None = None,
        max_no_capture: SupportsIndex | None = None,
    ) -> Self: ...
    @classmethod
    def from_record(cls, text: str) -> Game: ...
    @property
    def start(self) -> Kalah | TokKuRou: ...
    @property
    def position(self) -> Kalah | TokKuRou: ...
    @property
    def positions(self) -> list[Kalah | TokKuRou]: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def ply(self) -> int: ...
    @property
    def plies_without_capture(self) -> int: ...
    @property
    def occurrences(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def scores(self) -> tuple[int, int]: ...
    @property
    def repetition(self) -> _Repetition: ...
    @property
    def max_plies(self) -> int | None: ...
    @property
    def max_no_capture(self) -> int | None: ...
    def legal_moves(self) -> list[int]: ...
    def observation(self, kind: _Observation = "counts") -> NDArray[np.float32]: ...
    def push(self, pit: _Pit) -> None: ...
    def pop(self) -> int: ...
    def resign(self, player: _Player) -> None: ...
    def abandon(self) -> None: ...
    def resume(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Match:
    def __new__(cls, starts: _Starts = "alternate") -> Self: ...
    @classmethod
    def parse(cls, text: str) -> Match: ...
    @property
    def wins(self) -> tuple[int, int]: ...
    @property
    def ties(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def seeds(self) -> tuple[int, int]: ...
    starts: _Starts
    @property
    def next_starter(self) -> _Contestant | None: ...
    def record(self, south: _Contestant, starter: _Player, outcome: Outcome, scores: _Seeds) -> None: ...
    def record_game(self, south: _Contestant, game: Game) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Engine:
    level: int
    seed: int
    def __new__(cls, level: SupportsIndex = 7, seed: SupportsIndex = 0) -> Self: ...
    def choose(self, position: Position | Game, *, stop: Stop | None = None) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Stop:
    def __new__(cls) -> Self: ...
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

@final
class EndgameTable:
    @staticmethod
    def build(
        rules: KalahRules,
        seeds: SupportsIndex,
        *,
        threads: SupportsIndex = 1,
        progress: Callable[[int, int], object] | None = None,
        stop: Stop | None = None,
    ) -> EndgameTable: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> EndgameTable: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def probe(self, position: Kalah) -> int | None: ...
    @property
    def seeds(self) -> int: ...
    @property
    def rules(self) -> KalahRules: ...
    def __len__(self) -> int: ...

@final
class SmallBoard:
    @staticmethod
    def solve(
        rules: TokKuRouRules,
        *,
        threads: SupportsIndex = 1,
        progress: Callable[[str, int, int], object] | None = None,
        stop: Stop | None = None,
    ) -> SmallBoard: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> SmallBoard: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def find(self, position: TokKuRou) -> Solved: ...
    def moves(self, position: TokKuRou) -> list[tuple[int, Solved]]: ...
    @property
    def rules(self) -> TokKuRouRules: ...
    def __len__(self) -> int: ...

_Integers: TypeAlias = Sequence[SupportsIndex] | NDArray[np.integer]

@disjoint_base
class Batch:
    @property
    def n(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, int] | None: ...
    @property
    def start(self) -> Kalah | TokKuRou: ...
    def reset(self, seed: SupportsIndex | None = None, where: NDArray[np.bool_] | None = None) -> Step: ...
    def step(self, actions: _Integers) -> Step: ...
    def step_into(
        self,
        actions: _Integers,
        *,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.int8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        to_play: NDArray[np.int8] | None = None,
    ) -> None: ...
    def choose(
        self,
        player: Literal["random"] | SupportsIndex,
        seeds: _Integers,
        where: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.int64]: ...
    def positions(self) -> list[Kalah | TokKuRou]: ...
    def reasons(self) -> list[_Reason | Literal["illegal"] | None]: ...

@final
class KalahBatch(Batch):
    def __new__(
        cls,
        n: SupportsIndex,
        rules: KalahRules | None = None,
        *,
        observation: _Observation | None = "counts",
        reward: _Goal = "outcome",
        illegal: _Illegal = "end",
        max_plies: SupportsIndex = 1000,
        random_plies: SupportsIndex = 0,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        autoreset: _Autoreset = "next-step",
    ) -> Self: ...

@final
class TokKuRouBatch(Batch):
    def __new__(
        cls,
        n: SupportsIndex,
        rules: TokKuRouRules | None = None,
        *,
        observation: _Observation | None = "counts",
        reward: _Goal = "outcome",
        illegal: _Illegal = "end",
        max_plies: SupportsIndex = 1000,
        random_plies: SupportsIndex = 0,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        autoreset: _Autoreset = "next-step",
    ) -> Self: ...

@final
class SelfPlay:
    def __new__(
        cls,
        start: Position | KalahRules | TokKuRouRules | str,
        *,
        games: SupportsIndex = 64,
        simulations: SupportsIndex = 64,
        evaluator: _Evaluator | Literal["estimate"] | None = None,
        batch: SupportsIndex = 4,
        exploration: float = 2.0,
        temperature: float = 1.0,
        temperature_plies: SupportsIndex = 12,
        noise: float = 0.25,
        alpha: float = 0.5,
        max_plies: SupportsIndex = 1000,
        observation: _Observation = "counts",
        target: _Goal = "outcome",
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
    ) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Samples: ...
