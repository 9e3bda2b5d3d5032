"""What searches find. A pit is an int from 0; values, margins and bounds are those of the player to move."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Line:
    """The value of one move, as ``analyse`` tells it.

    - ``moves``: best play, this move first. It may end before the game does.
    - ``value``: hundredths of a seed of the final margin. A game that is certainly won or lost by m seeds has the value
      of 100 * m, and 100,000 more or less.
    - ``margin``: the final margin in seeds if the game is certainly won, lost or tied, else None.
    - ``bound``: "lower" where the game is certainly won and the margin may be greater than told, "upper" where it is
      lost and the margin may be less; otherwise "exact".
    - ``complete``: whether every line was seen to its end, so that the value is that of perfect play.
    - ``depth``: how many sowings deep the search looked.
    """

    moves: tuple[int, ...]
    value: int
    margin: int | None
    bound: Literal["exact", "lower", "upper"]
    complete: bool
    depth: int

    @property
    def pit(self) -> int:
        """The move itself."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What ``search`` finds: the fields of a ``Line`` for the best move, and the effort.

    ``line`` is best play, empty if the position is over. ``nodes`` is how many sowings were made.
    """

    line: tuple[int, ...]
    value: int
    margin: int | None
    bound: Literal["exact", "lower", "upper"]
    complete: bool
    depth: int
    nodes: int

    @property
    def best(self) -> int | None:
        """The best move; None if the position is over."""
        return self.line[0] if self.line else None


class _Bounded:
    """Whatever has bounds of the final margin, and what they tell."""

    __slots__ = ()
    bounds: tuple[int, int]

    @property
    def value(self) -> int | None:
        """The final margin in seeds, if exactly that is proven."""
        low, high = self.bounds
        return low if low == high else None

    @property
    def proven(self) -> Literal["win", "tie", "loss"] | None:
        """How the game ends under perfect play (after this move, if it is one), if that is proven."""
        low, high = self.bounds
        if low > 0:
            return "win"
        if high < 0:
            return "loss"
        return "tie" if low == high == 0 else None


@dataclass(frozen=True, slots=True)
class Branch(_Bounded):
    """What ``mcts`` finds out about one move.

    - ``visits``: how many simulations went there.
    - ``prior``: how promising the evaluator found the move; those of all moves add up to 1.
    - ``mean``: the mean of the simulations' values, from -1 (lost) over 0 (tied) to 1 (won); 0 without visits.
    - ``bounds``: what the final margin is proven to be, in seeds: at least and at most.
    """

    pit: int
    visits: int
    prior: float
    mean: float
    bounds: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MctsResult(_Bounded):
    """What ``mcts`` finds.

    - ``branches``: all legal moves, the best first: sure wins, then by visits, then sure losses.
    - ``line``: best play as far as it was looked at; empty if the position is over.
    - ``mean``: the mean value, from -1 to 1; exactly -1, 0 or 1 if the outcome is proven.
    - ``bounds``: what the final margin is proven to be, in seeds: at least and at most.
    - ``simulations``: how many were made.
    """

    branches: tuple[Branch, ...]
    line: tuple[int, ...]
    mean: float
    bounds: tuple[int, int]
    simulations: int

    @property
    def best(self) -> int | None:
        """The best move; None if the position is over."""
        return self.line[0] if self.line else None


@dataclass(frozen=True, slots=True)
class SolvedMove(_Bounded):
    """What ``solve`` proves of one move.

    ``bounds`` is what the final margin is proven to be, in seeds: at least and at most.
    """

    pit: int
    bounds: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SolveResult(_Bounded):
    """What ``solve`` proves.

    - ``moves``: all legal moves, the best first.
    - ``line``: best play of both to the end of the game; empty if the position is over, if only the winner was asked for,
      or if not all is proven. It may end sooner if the search was stopped.
    - ``bounds``: what the final margin is proven to be, in seeds: at least and at most.
    - ``complete``: whether all that was asked for is proven of every move; if not, the search was stopped.
    - ``nodes``: how many sowings were made, but for those of the line.
    """

    moves: tuple[SolvedMove, ...]
    line: tuple[int, ...]
    bounds: tuple[int, int]
    complete: bool
    nodes: int

    @property
    def best(self) -> int | None:
        """The best move, as far as is proven; None if the position is over."""
        return self.moves[0].pit if self.moves else None


@dataclass(frozen=True, slots=True)
class Solved:
    """What a ``SmallBoard`` knows of a position or a move.

    - ``margin``: the final margin of perfect play in seeds.
    - ``plies``: the least number of plies within which the player who wins can bring about at least this margin, whatever
      the other does (65,535 also stands for more); 0 if the game is over or the value is a tie.
    """

    margin: int
    plies: int
