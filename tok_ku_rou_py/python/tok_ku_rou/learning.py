"""What batches of games give to learn from."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Step(NamedTuple):
    """What a step of a batch of n games with p pits a player tells: arrays with a row for each game.

    - ``observations``: float32 of shape (n, planes, p), from the seat of the player to move, as
      ``Position.observation`` tells them; None if the batch has none.
    - ``masks``: int8 of shape (n, p), 1 for a legal action; a finished game has none.
    - ``rewards``: float32 of shape (n, 2), South's and North's; 0 but in the step that ends a game.
    - ``terminated``: bool of shape (n,), whether the game is over by its rules, by repetition or by an illegal move.
    - ``truncated``: bool of shape (n,), whether the limit on plies broke it off.
    - ``to_play``: int8 of shape (n,), whose turn it is: 0 South's, 1 North's.
    """

    observations: NDArray[np.float32] | None
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    to_play: NDArray[np.int8]


class Samples(NamedTuple):
    """What one finished game of ``SelfPlay`` tells, from a start with p pits a player: arrays with a row for each of
    its t moves.

    - ``observations``: float32 of shape (t, planes, p), from the seat of the player to move.
    - ``policies``: float32 of shape (t, p), how much of the search went to each move; each row adds up to 1.
    - ``values``: float32 of shape (t,), what the finished game is worth to the player to move, from -1 to 1.
    - ``masks``: int8 of shape (t, p), 1 for a legal action.
    - ``to_play``: int8 of shape (t,), whose turn it is: 0 South's, 1 North's.
    """

    observations: NDArray[np.float32]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]
    masks: NDArray[np.int8]
    to_play: NDArray[np.int8]
