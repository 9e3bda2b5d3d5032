"""The steps of a move."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a move, as ``Position.trace`` tells them.

    Applied in order to the board before the move, events give the board after it. ``kind`` says what happens, and
    which fields have a meaning:

    - "lift": all ``seeds`` of ``player``'s ``pit`` are taken into the hand (under "keep-sowing" it may be the
      opponent's pit);
    - "sow": the hand of ``seeds`` is sown, one seed into each place after ``player``'s ``pit`` (None is the store);
    - "capture": the last seed fell in ``player``'s ``pit`` and captures the ``seeds`` of the opponent's ``pits``. In
      Tok Ku Rou they go into the hand; in Kalah they go into the store, and so does the seed that captured them;
    - "sweep": the game is over, and the ``seeds`` left in pits go into ``player``'s store (None: they do not count);
    - "sleep", "stay", "store": the last seed fell in an empty pit, in an occupied one, in the mover's store;
    - "endless": the sow could never end; the board is again what it was at the first lift since the last capture;
    - "turn": the turn passes to the opponent;
    - "over": the game is over.
    """

    kind: Literal["lift", "sow", "sleep", "stay", "store", "capture", "sweep", "endless", "turn", "over"]
    player: Literal["south", "north"] | None = None
    pit: int | None = None
    pits: tuple[int, ...] = ()
    seeds: int = 0
