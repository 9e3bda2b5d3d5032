"""Players: each level and "random" pick legal moves, the same ones from the same seed."""

import copy
import pickle
import random
import threading
import time
from collections import Counter

import numpy as np
import pytest
from conftest import ctrl_c_after, kalah_rules, random_game, read_json

from tok_ku_rou import ArgumentError, Engine, Game, Kalah, PlayError, Stop, TokKuRou, parse, pick

OVER = parse("kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")


@pytest.mark.parametrize("player", ["random", 1, 2, 3, 4])
def test_picks_are_legal_and_the_seed_decides(start, player):
    for position in random_game(start, 5, plies=12):
        if position.is_over:
            break
        picks = [pick(position, player, seed) for seed in range(4)]
        assert set(picks) <= set(position.legal_moves())
        assert picks == [pick(position, player, seed) for seed in range(4)]


def test_random_picks_are_even():
    start = Kalah().play(0)
    counts = Counter(pick(start, "random", seed) for seed in range(5000))
    assert sorted(counts) == start.legal_moves() == [0, 1, 2, 3, 4, 5]
    # Five standard deviations of a fair die.
    assert all(abs(count - 5000 / 6) < 5 * 26.4 for count in counts.values())


@pytest.mark.parametrize("level", range(1, 8))
def test_engines_are_levels(level):
    start = parse("kalah 4x3")
    engine = Engine(level, seed=11)
    assert (
        engine.choose(start) == pick(start, level, 11) == Engine(np.int64(level), np.int8(11)).choose(start)
    )


def test_low_levels_play_otherwise_from_other_seeds():
    assert len({pick(Kalah(), 1, seed) for seed in range(50)}) > 1
    assert len({pick(Kalah(), 5, seed) for seed in range(3)}) == 1


def test_a_level_beats_random_play():
    wins = Counter()
    for seed in range(20):
        game = Game(Kalah())
        level, throws = ["south", "north"][seed % 2], random.Random(seed)
        while not game.is_over:
            player = 3 if game.position.turn == level else "random"
            game.push(pick(game, player, throws.randrange(2**63)))
        wins[game.outcome.winner == level] += 1
    assert wins[True] >= 18


def test_the_highest_level_plays_the_known_best_moves():
    checked = 0
    for entry in read_json("kalah_values.json")["entries"]:
        if 2 * entry["pits"] * entry["stones"] <= 16 and entry.get("best_moves"):
            start = Kalah(kalah_rules(entry["rules"], entry["pits"], entry["stones"]))
            assert pick(start, 7, 0) in entry["best_moves"], start
            checked += 1
    assert checked >= 12


def test_a_game_that_is_over_has_no_pick():
    given_up = Game(Kalah())
    given_up.resign("south")
    for over in (OVER, given_up, Game(OVER), Game(Kalah(), max_plies=0)):
        for player in ("random", 1, 7):
            with pytest.raises(PlayError):
                pick(over, player, 0)
        with pytest.raises(PlayError):
            Engine(1).choose(over)


@pytest.mark.parametrize("value", [0, 8, -1, 10**30, "first", ""])
def test_unknown_players(value):
    with pytest.raises(ArgumentError, match="a level from 1 to 7"):
        pick(Kalah(), value, 0)
    if not isinstance(value, str):
        with pytest.raises(ArgumentError, match="a level from 1 to 7"):
            Engine(value)
        engine = Engine(3)
        with pytest.raises(ArgumentError):
            engine.level = value
        assert engine.level == 3


@pytest.mark.parametrize("value", [True, None, 3.0, "3", [3]])
def test_levels_and_seeds_are_ints(value):
    with pytest.raises(TypeError):
        Engine(value)
    with pytest.raises(TypeError):
        Engine(1, value)
    with pytest.raises(TypeError):
        pick(Kalah(), 1, value)
    with pytest.raises(TypeError):
        pick(value, 1, 1)
    if value != "3":
        with pytest.raises(TypeError):
            pick(Kalah(), value, 1)


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_unknown_seeds(seed):
    with pytest.raises(ArgumentError, match="a seed from 0"):
        pick(Kalah(), 1, seed)
    with pytest.raises(ArgumentError, match="a seed from 0"):
        Engine(1, seed)


def test_engines_are_values_that_change():
    engine = Engine(2, seed=9)
    for twin in (copy.copy(engine), pickle.loads(pickle.dumps(engine)), eval(repr(engine))):
        assert twin == engine and twin is not engine
    engine.level, engine.seed = 5, 2**63 - 1
    assert engine == Engine(5, 2**63 - 1) != Engine(2, 9)
    assert repr(engine) == f"Engine(level=5, seed={2**63 - 1})"
    with pytest.raises(TypeError):
        hash(engine)


def test_ctrl_c_ends_a_move_of_the_highest_level():
    engine = Engine(7)
    timer = ctrl_c_after(0.1)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            engine.choose(TokKuRou())
    assert time.monotonic() - began < 1.1
    timer.join()
    engine.level = 1
    assert engine.choose(TokKuRou()) in TokKuRou().legal_moves()


def test_engines_think_in_two_threads_at_once():
    engine, found = Engine(5), []
    threads = [threading.Thread(target=lambda: found.append(engine.choose(Kalah()))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [engine.choose(Kalah())] * 2


def test_ctrl_c_ends_one_long_move():
    # A move takes a tenth of a second or more, and is ended long before: by chance it could be done first, once.
    engine, start = Engine(7), TokKuRou()
    timer = ctrl_c_after(0.005)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.choose(start)
    timer.join()
    assert engine.choose(start) == engine.choose(start), "the engine plays on"


def test_a_stop_ends_moves():
    # A search that is not to begin answers with another move than a whole one.
    engine, start, stop = Engine(7), Kalah(), Stop()
    whole = engine.choose(start)
    assert engine.choose(start, stop=stop) == whole
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    answers = (engine.choose(start, stop=stop) for _ in range(100))
    other = next((answer for answer in answers if answer != whole), None)
    timer.join()
    assert other in start.legal_moves()
    assert engine.choose(start, stop=stop) != whole, "a stop stays set"
    assert engine.choose(start, stop=Stop()) == whole, "the engine plays on"
    with pytest.raises(TypeError):
        Engine(1).choose(start, stop=True)
