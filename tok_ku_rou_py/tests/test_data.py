"""The games, counts and cases of the core's test data, played through the Python classes."""

import numpy as np
import pytest
from conftest import kalah_rules, read_games, read_json, tok_ku_rou_rules

from tok_ku_rou import Kalah, SetupError, TokKuRou

PLAYERS = {"s": "south", "n": "north"}


def captured(events):
    return [event.seeds for event in events if event.kind == "capture"]


def test_kalah_games():
    games = read_games("kalah_games.jsonl")
    assert len(games) > 100
    for game in games:
        rules = kalah_rules(game["rules"])

        def setup(told, rules=rules):
            return Kalah.from_setup(
                [told["south"], told["north"]], told["stores"], turn=PLAYERS[told["turn"]], rules=rules
            )

        position = setup(game["start"])
        for ply in game["plies"]:
            assert position.legal_moves() == ply["legal"]
            assert np.flatnonzero(position.mask()).tolist() == ply["legal"]
            captures = captured(position.trace(ply["pit"]))
            # The data count the capturing seed, too.
            assert sum(captures) + len(captures) == ply["captured"]
            mover, position = position.turn, position.play(ply["pit"])
            assert position.pits.tolist() == [ply["south"], ply["north"]]
            assert list(position.scores) == ply["stores"]
            assert position.turn == PLAYERS[ply["turn"]]
            assert position.is_over == ply["over"] == (position.outcome is not None)
            assert position.is_over or (position.turn == mover) == ply["again"]
            assert position == setup(ply)
        assert position.scores == (game["result"]["south"], game["result"]["north"])


def test_tok_ku_rou_games():
    games = read_games("tok_ku_rou_games.jsonl")
    assert len(games) > 100
    endless = 0
    for game in games:
        rules = tok_ku_rou_rules(game["rules"])

        def setup(told, rules=rules):
            pits = np.array([told["south"], told["north"]])
            return TokKuRou.from_setup(pits, PLAYERS[told["turn"]], rules, endless=told.get("endless", False))

        position = setup(game["start"])
        for ply in game["plies"]:
            assert position.legal_moves() == ply["legal"]
            events = position.trace(ply["pit"])
            position = position.play(ply["pit"])
            assert position.pits.tolist() == [ply["south"], ply["north"]]
            assert position.turn == PLAYERS[ply["turn"]]
            assert position == setup(ply)
            if ply["endless"]:
                endless += 1
                assert position.outcome.reason == "endless"
                assert "endless" in [event.kind for event in events]
            else:
                captures = captured(events)
                assert [len(captures), sum(captures)] == [ply["captures"], ply["captured"]]
                assert sum(event.kind == "lift" for event in events) - 1 == ply["lifts"]
        assert position.is_over == game["over"]
        assert position.scores == (game["totals"]["south"], game["totals"]["north"])
    assert endless > 0


def perft_tables():
    tables = read_json("perft.json")
    kalah = [(Kalah(kalah_rules(told)), told["perft"]) for told in tables["kalah"]]
    return kalah + [(TokKuRou(tok_ku_rou_rules(told)), told["perft"]) for told in tables["tok_ku_rou"]]


@pytest.mark.parametrize(("start", "counts"), perft_tables(), ids=str)
def test_perft(start, counts):
    shallow = [count for count in counts if count < 6_000_000]
    assert [start.perft(depth) for depth in range(1, len(shallow) + 1)] == shallow
    assert start.perft(0) == 1


def fault(id_):
    [case] = [case for case in read_json("known_faults.json") if case["id"] == id_]
    return case


@pytest.mark.parametrize(("id_", "total"), [("F10", 262), ("F11", 259)])
def test_boards_of_more_than_255_seeds_are_refused(id_, total):
    case = fault(id_)
    told = case["position"]
    with pytest.raises(SetupError, match=f"at most 255 seeds in all, found {total}"):
        Kalah.from_setup(
            [told["south"], told["north"]],
            (told["south_store"], told["north_store"]),
            rules=kalah_rules(case["rules"]),
        )
