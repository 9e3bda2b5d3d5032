"""What several test files share: the data, and random games."""

import functools
import json
import random
import signal
import threading
import time
from pathlib import Path

import pytest

from tok_ku_rou import Game, Kalah, KalahRules, Position, TokKuRou, TokKuRouRules

# What a shell starts in the background is told to ignore Ctrl-C, and would wait for ever where a test presses it.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parents[2] / "tok_ku_rou_core" / "tests" / "data"


def kalah_rules(told, pits=6, seeds=4):
    """The rules as the data tell them; see the README there."""
    capture = "take-empty" if told["empty_capture"] else "leave-empty"
    sweep = {"owner": "owner", "finisher": "finisher", "uncounted": "none"}[told["leftovers"].split()[0]]
    return KalahRules(
        told.get("pits", pits),
        told.get("seeds", seeds),
        capture="keep-sowing" if told.get("keep_sowing") else capture,
        sweep=sweep,
        direction=told.get("direction", "counterclockwise"),
    )


def tok_ku_rou_rules(told):
    """The rules as the data tell them."""
    return TokKuRouRules(told["columns"], told["seeds"], told["laps"])


def read_json(name):
    """A JSON file of the data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read_games(name):
    """The games of a file with one on each line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


STARTS = [
    Kalah(),
    Kalah(KalahRules.STANDARD),
    Kalah(KalahRules(3, 7, capture="keep-sowing", sweep="none", direction="clockwise")),
    Kalah(KalahRules(7, 18, sweep="finisher")),
    TokKuRou(),
    TokKuRou(TokKuRouRules.TRADITIONAL),
    TokKuRou(TokKuRouRules(2, 2, laps="multiple")),
    TokKuRou(TokKuRouRules(13, 4)),
]


def random_game(start: Position, seed: int, plies: int = 60) -> list[Position]:
    """The positions of a random game, at most so many sowings long."""
    pick = random.Random(seed)
    positions = [start]
    while len(positions) <= plies and (legal := positions[-1].legal_moves()):
        positions.append(positions[-1].play(pick.choice(legal)))
    return positions


@pytest.fixture(params=STARTS, ids=lambda start: str(start.rules))
def start(request):
    """The start of a game under one of several rules."""
    return request.param


@functools.cache
def best_margin(position: Position) -> int:
    """The final margin for the player to move under perfect play, by plain minimax; no position may repeat."""
    if position.is_over:
        return position.margin_bounds[0]
    return max(margin_of(position, pit) for pit in position.legal_moves())


def margin_of(position: Position, pit: int, best=best_margin) -> int:
    """The final margin for the player to move after this move, by what is `best` for the player to move then."""
    after = position.play(pit)
    margin = best(after)
    return margin if after.turn == position.turn else -margin


def tiny_positions(count: int) -> list[Position]:
    """Positions that plain minimax can solve: those of random games on small boards from which few lines go on, none of
    them for more than 24 sowings, so that none can repeat."""
    found, throws = [], random.Random(7)
    while len(found) < count:
        position = throws.choice(random_game(throws.choice(TINY_STARTS), throws.randrange(2**32)))
        lines = 0
        for depth in range(1, 26):
            longest = position.perft(depth)
            lines += longest
            if longest == 0 or lines > 4_000:
                break
        if longest == 0:
            found.append(position)
    return found


TINY_STARTS = [
    *(
        Kalah(KalahRules(pits, seeds, capture=capture, sweep=sweep))
        for pits, seeds in [(2, 2), (3, 2), (4, 1)]
        for capture in ("take-empty", "leave-empty", "keep-sowing")
        for sweep in ("owner", "finisher", "none")
    ),
    *[
        TokKuRou(TokKuRouRules(columns, seeds, laps))
        for columns, seeds in [(1, 3), (2, 2), (2, 3), (3, 2)]
        for laps in ("single", "multiple")
    ]
    * 4,
]


def circle(**limits) -> Game:
    """A game that goes in circles until it is over: without limits, until a position comes up for the third time.

    Lifting the largest pit moves 3, 2, 1 and 2, 1 on round their rings, and the last seed always falls in an empty pit:
    after four moves of each player the board is the same again.
    """
    game = Game("tok_ku_rou 1,2/0,0/0,1/3,2 s 2x2", **limits)
    while not game.is_over:
        row = game.position.pits[["south", "north"].index(game.position.turn)]
        game.push(row.argmax())
    return game


def ctrl_c_after(seconds: float) -> threading.Timer:
    """A timer that, once started, interrupts the main thread as the terminal does."""
    return threading.Timer(seconds, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])


def lets_others_run(work) -> None:
    """Asserts that this thread runs while another one does the work."""
    worker = threading.Thread(target=work)
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 10
