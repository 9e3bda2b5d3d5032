"""Which seat a single learner has, and who plays the other one."""

from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from tok_ku_rou._core import pick
from tok_ku_rou.errors import PlayError
from tok_ku_rou.customs import PLAYERS, Customs, LearningGame, Opponent, word

__all__ = ["Seat", "Seating", "seed_at"]

#: The learner's seat. "alternate" begins as South and then changes with every game; "random" tosses before each.
Seat: TypeAlias = Literal["south", "north", "alternate", "random"]

_Seeds = TypeVar("_Seeds", int, NDArray[np.uint64])
_ALL_BITS = 2**64 - 1


def seed_at(seeds: _Seeds, plies: _Seeds) -> _Seeds:
    """The seeds of the opponents' picks after so many sowings of games with these seeds, from 0 to 2**63 - 1.

    Each is a function of its game alone, so that games can be stepped one by one or in batches. It is the output
    function of SplitMix64 (Steele, Lea and Flood 2014).
    """
    mixed: Any = (seeds + (plies + 1) * 0x9E3779B97F4A7C15) & _ALL_BITS
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _ALL_BITS
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _ALL_BITS
    picked: _Seeds = (mixed ^ (mixed >> 31)) >> 1
    return picked


class Seating:
    """How the seats of an environment for one learner are taken."""

    def __init__(self, customs: Customs, seat: Seat, opponent: Opponent) -> None:
        word(seat, Seat, "seat")
        if not callable(opponent):
            # Refuses who is no player.
            pick(customs.start, opponent, 0)
        self.seat = seat
        self.opponent = opponent

    def begin(self, rng: np.random.Generator, games: int) -> tuple[int, int]:
        """The learner's seat, 0 for South, and the game's seed, after so many games since the generator was seeded."""
        seed = int(rng.integers(2**63))
        if self.seat == "alternate":
            return games % 2, seed
        if self.seat == "random":
            return int(rng.integers(2)), seed
        return PLAYERS.index(self.seat), seed

    def reply(self, play: LearningGame, seed: int) -> int:
        """The opponent's move in a game of that seed."""
        if callable(self.opponent):
            observations, masks = play.observe(play.turn)[None], play.mask(play.turn)[None]
            return int(self.ask(observations, masks)[0])
        return pick(play.game, self.opponent, seed_at(seed, play.game.ply))

    def ask(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The moves of an opponent who is a policy; `PlayError` if one of them is not legal."""
        assert callable(self.opponent)
        answer: NDArray[Any] = np.asarray(self.opponent(observations, masks))
        if answer.shape != masks.shape[:1] or not np.issubdtype(answer.dtype, np.integer):
            found = f"{answer.dtype} of shape {answer.shape}"
            raise TypeError(f"expected {len(masks)} pits as integers from the opponent, found {found}")
        for pit, mask in zip(answer, masks, strict=True):
            if not (0 <= pit < len(mask) and mask[pit]):
                legal = np.flatnonzero(mask).tolist()
                raise PlayError(f"expected a move of {legal} from the opponent, found {pit}")
        return answer.astype(np.int64)
