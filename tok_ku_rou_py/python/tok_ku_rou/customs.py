"""The customs of learning that all environments here share: what is seen, what is rewarded, and when a game ends.

The rules of the games are in the package's core; this module adds what only a learner needs. The environments are
`tok_ku_rou.kalah_v0` and `tok_ku_rou.tok_ku_rou_v0` (PettingZoo), `tok_ku_rou.gym` (Gymnasium), `tok_ku_rou.sb3`
(Stable-Baselines3) and `tok_ku_rou.open_spiel`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from tok_ku_rou._core import Game, Kalah, KalahRules, Outcome, TokKuRou, TokKuRouRules
from tok_ku_rou.errors import ArgumentError, PlayError

__all__ = [
    "PLAYERS",
    "Customs",
    "LearningGame",
    "Observation",
    "Opponent",
    "Player",
    "Reward",
    "rules_of",
    "swap_seats",
]

Player: TypeAlias = Literal["south", "north"]
Observation: TypeAlias = Literal["counts", "one-hot"]
Reward: TypeAlias = Literal["outcome", "margin"]
Illegal: TypeAlias = Literal["end", "raise"]
Rules: TypeAlias = KalahRules | TokKuRouRules
#: Moves for a batch: `(observations float32 (b, c, n), masks int8 (b, n)) -> b pits`, seen from the mover's seat.
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]
#: Who plays the other seat: "random", a level from 1 to 7, or a policy.
Opponent: TypeAlias = Literal["random"] | int | Policy

PLAYERS: tuple[Player, Player] = ("south", "north")
_MOST_PLIES = 1_000_000
_Rules = TypeVar("_Rules", KalahRules, TokKuRouRules)


def swap_seats(observations: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same observations from the other seat, as a new array; the planes are the last axis but one.

    It is exact, since each player's pits are seen in their owner's numbering from both seats.
    """
    channels = observations.shape[-2]
    side = (channels - 3) // 2
    planes = [*range(side, 2 * side), *range(side), channels - 2, channels - 3, channels - 1]
    return observations[..., planes, :]


def rules_of(kind: type[_Rules], value: _Rules | str | None) -> _Rules:
    """The rules of a game from rules, their text, or None for the usual ones; `TypeError` for anything else."""
    if value is None:
        return kind()
    if isinstance(value, str):
        return kind.parse(value)
    if not isinstance(value, kind):
        raise TypeError(f"expected rules as {kind.__name__}, str or None, found {type(value).__name__}")
    return value


def word(value: object, choices: Any, name: str) -> None:
    """Raises `ArgumentError` if a value is none of the words of a `Literal`."""
    if value not in get_args(choices):
        raise ArgumentError(f"expected {name} as one of {', '.join(get_args(choices))}, found {value!r}")


@dataclass(frozen=True)
class Customs:
    """What a learner sees and gets; the same words mean the same in all environments.

    - `rules`: of either game.
    - `observation`: "counts", five planes of numbers of seeds, or "one-hot", 35 planes; see `Position.observation`.
    - `reward`: at the end of a game only. "outcome": 1 for a win, -1 for a loss, 0 for a tie. "margin": own seeds
      less the other player's, divided by the seeds of the start as float32, so within -1 and 1; a tie by repetition
      is 0 whatever both hold.
    - `illegal`: what an illegal move does. "end": the game ends, with -1 for who made it and 1 for the other player.
      "raise": `PlayError`, and the game stays as it is.
    - `max_plies`: after so many sowings, 1 to 1,000,000, a game is truncated; both count what they hold, and the
      reward says so.
    """

    rules: Rules
    observation: Observation = "counts"
    reward: Reward = "outcome"
    illegal: Illegal = "end"
    max_plies: int = 1000

    def __post_init__(self) -> None:
        if not isinstance(self.rules, KalahRules | TokKuRouRules):
            raise TypeError(f"expected rules as KalahRules or TokKuRouRules, found {type(self.rules).__name__}")
        word(self.observation, Observation, "observation")
        word(self.reward, Reward, "reward")
        word(self.illegal, Illegal, "illegal")
        # A game says what is no number of plies at all, but takes None: here there is always a limit.
        if self.max_plies is None:
            raise TypeError("expected max_plies as a number of plies, found NoneType")
        if Game(self.rules, max_plies=self.max_plies).is_over or self.max_plies > _MOST_PLIES:
            raise ArgumentError(
                "expected rules and a limit that leave a move to make and at most a million, "
                f"found {self.rules} and {self.max_plies}"
            )

    @property
    def start(self) -> Kalah | TokKuRou:
        """The position every game starts from; South moves first."""
        return Kalah(self.rules) if isinstance(self.rules, KalahRules) else TokKuRou(self.rules)

    @property
    def num_actions(self) -> int:
        """How many pits a player has: the actions are the pits from 0."""
        return self.start.num_pits

    @property
    def seeds(self) -> int:
        """How many seeds there are at the start, in all."""
        return int(self.start.pits.sum())

    @property
    def observation_shape(self) -> tuple[int, int]:
        """Planes, and pits a player."""
        planes, pits = self.start.observation(self.observation).shape
        return planes, pits

    @property
    def observation_high(self) -> NDArray[np.float32]:
        """The greatest values an observation can have, of its shape; the least ones are zeros."""
        high = np.ones(self.observation_shape, np.float32)
        high[: 4 if self.observation == "counts" else 0] = self.seeds
        high[-3:-1] = self.seeds
        # The third occurrence ends the game, so a position came up at most twice before.
        high[-1] = 2
        return high

    def rewards(self, outcome: Outcome, scores: tuple[int, int]) -> tuple[float, float]:
        """South's and North's reward at the end of a game."""
        if outcome.winner is None:
            south = 0.0
        elif self.reward == "margin":
            south = float(np.float32(scores[0] - scores[1]) / np.float32(self.seeds))
        else:
            south = 1.0 if outcome.winner == "south" else -1.0
        return south, 0.0 - south


class LearningGame:
    """One game between two learners: a `Game` with the customs of learning; it can be pickled and copied."""

    def __init__(self, customs: Customs) -> None:
        self.customs = customs
        self.game = Game(customs.rules, max_plies=customs.max_plies)
        self._illegal_by: Player | None = None

    @property
    def turn(self) -> Player:
        """Who is to move; once the game is over, nobody."""
        return self.game.position.turn

    @property
    def reason(self) -> str | None:
        """Why the game ended: one of the words of `Outcome.reason`, or "illegal". None while it goes on."""
        if self._illegal_by is not None:
            return "illegal"
        outcome = self.game.outcome
        return None if outcome is None else outcome.reason

    @property
    def truncated(self) -> bool:
        """Whether the limit on plies ended the game."""
        return self.reason == "ply-limit"

    @property
    def terminated(self) -> bool:
        """Whether the rules or an illegal move ended the game."""
        return self.is_over and not self.truncated

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, for whatever reason."""
        return self._illegal_by is not None or self.game.is_over

    def rewards(self) -> tuple[float, float]:
        """South's and North's reward so far: zeros before the end."""
        if self._illegal_by is not None:
            return (-1.0, 1.0) if self._illegal_by == "south" else (1.0, -1.0)
        outcome = self.game.outcome
        return (0.0, 0.0) if outcome is None else self.customs.rewards(outcome, self.game.scores)

    def observe(self, player: Player, kind: Observation | None = None) -> NDArray[np.float32]:
        """What a player sees, as a new array: of `Customs.observation_shape` if no other kind is asked for."""
        seen = self.game.observation(kind or self.customs.observation)
        return seen if player == self.turn else swap_seats(seen)

    def mask(self, player: Player) -> NDArray[np.int8]:
        """1 for each pit the player may lift now, as a new array: zeros if another is to move or the game is over."""
        mask = np.zeros(self.customs.num_actions, np.int8)
        if player == self.turn and not self.is_over:
            mask[self.game.legal_moves()] = 1
        return mask

    def push(self, pit: int | np.integer[Any]) -> None:
        """Plays a move; an illegal one does what the customs say, and what is no integer raises `TypeError`.

        Raises `PlayError` once the game is over.
        """
        if self.is_over:
            raise PlayError("expected a game that goes on, found one that is over")
        if isinstance(pit, str):
            raise TypeError("expected an action as an integer, found str")
        try:
            self.game.push(pit)
        except PlayError:
            if self.customs.illegal == "raise":
                raise
            self._illegal_by = self.turn
