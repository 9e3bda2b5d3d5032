"""What several test files share: the data, and random games."""

import json
import random
from pathlib import Path

import pytest

from tok_ku_rou import Kalah, KalahRules, Position, TokKuRou, TokKuRouRules

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
