"""Alpha-beta: values of perfect play, limits, history, and searches that are ended from outside."""

import copy
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import (
    best_margin,
    circle,
    ctrl_c_after,
    kalah_rules,
    lets_others_run,
    margin_of,
    read_json,
    tiny_positions,
)

from tok_ku_rou import (
    ArgumentError,
    Game,
    Kalah,
    KalahRules,
    Line,
    SearchResult,
    Stop,
    TokKuRou,
    TokKuRouRules,
    analyse,
    parse,
    search,
)

OVER = parse("kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")
BOTH = pytest.mark.parametrize("look", [search, analyse])


def test_known_values():
    checked = 0
    for entry in read_json("kalah_values.json")["entries"]:
        if 2 * entry["pits"] * entry["stones"] > 20 or entry["value"] is None:
            continue
        start = Kalah(kalah_rules(entry["rules"], entry["pits"], entry["stones"]))
        result = search(start, depth=255)
        assert (result.complete, result.bound, result.margin) == (True, "exact", entry["value"])
        assert result.best in entry["best_moves"]
        margins = {line.pit: line.margin for line in analyse(start, depth=255)}
        assert margins == dict(enumerate(entry["move_values"]))
        checked += 1
    assert checked >= 20


def test_every_line_is_plain_minimax():
    positions = tiny_positions(400)
    assert sum(isinstance(position, TokKuRou) for position in positions) > 50
    for position in positions:
        lines = analyse(position, depth=255)
        assert sorted(line.pit for line in lines) == position.legal_moves()
        for line in lines:
            assert line.complete and line.bound == "exact"
            assert line.margin == margin_of(position, line.pit), (position, line)
            assert line.value == 100 * line.margin + 100_000 * np.sign(line.margin)
        assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
        result = search(position, depth=255)
        assert result.complete and result.margin == best_margin(position), (position, result)
        assert result.value == max((line.value for line in lines), default=result.value)


def test_lines_are_played():
    for start in (Kalah(), TokKuRou(), TokKuRou(TokKuRouRules.TRADITIONAL)):
        result = search(start, depth=5)
        assert 1 <= len(result.line) <= result.depth == 5 and not result.complete
        assert result.margin is None and -100_000 < result.value < 100_000
        for moves in [result.line, *(line.moves for line in analyse(start, depth=4))]:
            position = start
            for pit in moves:
                position = position.play(pit)


def test_a_finished_position():
    result = search(OVER, depth=9)
    assert (result.best, result.line, result.margin, result.nodes) == (None, (), 6, 0)
    assert result.complete and analyse(OVER, depth=9) == []
    tie = parse("kalah 0,0/0,0 4,4 s 2x2")
    assert (search(tie, depth=1).margin, search(tie, depth=1).value) == (0, 0)


def test_a_certain_winner_bounds_the_margin():
    # South has 25 of 48 seeds; by how many more South wins is beyond the horizon.
    result = search(parse("kalah 3,3,3,3,3,3/1,0,1,0,1,0 25,2 s 6x4"), depth=1)
    assert (result.bound, result.complete) == ("lower", False) and result.margin >= 2
    lost = search(parse("kalah 1,0,1,0,1,0/3,3,3,3,3,3 2,25 s 6x4"), depth=1)
    assert (lost.bound, lost.complete) == ("upper", False) and lost.margin <= -2


@BOTH
def test_limits_hold(look):
    def result(**limits):
        found = look(TokKuRou(), **limits)
        return found if look is search else found[0]

    assert result(depth=3).depth == 3
    assert result(depth=0).depth == 0
    assert result(depth=np.int64(2), nodes=np.uint8(200), seconds=np.float32(10)).depth <= 2
    began = time.monotonic()
    assert result(seconds=0.2).depth >= 4
    assert 0.15 < time.monotonic() - began < 1
    assert result(nodes=50_000).depth < result(nodes=2_000_000).depth


def test_nodes_are_counted():
    for limit in (0, 1, 1_000, 30_000):
        for threads in (1, 2):
            nodes = search(Kalah(), nodes=limit, threads=threads).nodes
            # The moves of a position are made together, by each thread.
            assert nodes <= limit + 300
        assert search(Kalah(), nodes=limit).best in range(6)


def test_one_thread_finds_the_same_each_time(start):
    once = search(start, nodes=20_000)
    assert once == search(start, nodes=20_000) == search(start, nodes=20_000, stop=Stop())
    assert analyse(start, nodes=20_000) == analyse(start, nodes=20_000)


def test_threads_and_tables_of_any_size_find_the_value():
    start = Kalah(KalahRules.STANDARD_3)
    results = [
        search(start, depth=9, **how) for how in ({}, {"threads": 3}, {"table_mb": 1}, {"table_mb": 64})
    ]
    assert {result.depth for result in results} == {9}
    solved = parse("kalah 3x3,leave-empty")
    margins = {search(solved, depth=255, threads=threads).margin for threads in (1, 2, 4)}
    assert margins == {search(solved, depth=255, table_mb=1).margin}


@pytest.mark.parametrize("repetition", ["tie", "count"])
def test_a_game_brings_its_history_and_rule(repetition):
    game = circle(repetition=repetition)
    last = game.pop()
    position, before = game.position, game.positions[:-1]
    south, north = game.position.play(last).scores
    mover = 1 if position.turn == "south" else -1
    margin = 0 if repetition == "tie" else mover * (south - north)
    [line] = [line for line in analyse(game, depth=4) if line.pit == last]
    assert (line.complete, line.margin, line.depth) == (True, margin, 1)
    assert analyse(position, depth=4, history=before, repetition=repetition) == analyse(game, depth=4)
    assert search(position, depth=4, history=before, repetition=repetition) == search(game, depth=4)
    [line] = [line for line in analyse(position, depth=4) if line.pit == last]
    assert not line.complete
    other = {"tie": "count", "count": "tie"}[repetition]
    assert analyse(game, depth=4, repetition=other) != analyse(game, depth=4)


def test_a_game_that_was_given_up_can_be_searched():
    game = Game(Kalah())
    game.push(2)
    game.resign("south")
    assert search(game, depth=4) == search(game.position, depth=4)


@BOTH
def test_wrong_arguments(look):
    start = Kalah()
    for limits in ({}, {"threads": 2}, {"table_mb": 1}):
        with pytest.raises(ArgumentError, match="expected a limit"):
            look(start, **limits)
    for name, values in {
        "depth": [-1, 256, 10**30],
        "nodes": [-1, 2**63],
        "seconds": [-0.1, float("nan"), float("inf")],
        "threads": [0, -1, 65536],
        "table_mb": [0, -1, 2**32],
        "repetition": ["", "win"],
        "history": [[TokKuRou()], [start, TokKuRou()]],
    }.items():
        for value in values:
            with pytest.raises(ArgumentError, match="expected"):
                look(start, **{"depth": 2, name: value})
    with pytest.raises(ArgumentError, match="history"):
        look(Game(start), depth=1, history=[])
    for name, values in {
        "depth": [True, 2.0, "2"],
        "nodes": [False, 1e6],
        "seconds": [True, "1", 1j],
        "threads": [None, 1.0],
        "history": [[1], 3, "text"],
        "stop": [True, threading.Event()],
    }.items():
        for value in values:
            with pytest.raises(TypeError):
                look(start, **{"depth": 2, name: value})
    for value in (None, "kalah 6x4", KalahRules(), 3):
        with pytest.raises(TypeError, match="a position or a game"):
            look(value, depth=2)


def test_results_are_values():
    result, [line, *_] = search(Kalah(), depth=3), analyse(Kalah(), depth=3)
    for value, name in ((result, "SearchResult"), (line, "Line")):
        assert repr(value).startswith(name)
        for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), eval(repr(value))):
            assert twin == value and type(twin) is type(value) and hash(twin) == hash(value)
        with pytest.raises(AttributeError):
            value.depth = 9
    assert isinstance(result, SearchResult) and result.best == result.line[0]
    assert isinstance(line, Line) and line.pit == line.moves[0] and type(line.pit) is int


@BOTH
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search(look, threads):
    start, stop = TokKuRou(), Stop()
    timer = ctrl_c_after(0.2)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        look(start, depth=255, threads=threads, stop=stop)
    assert time.monotonic() - began < 1.2
    timer.join()
    assert not stop.is_set
    assert look(start, depth=2, stop=stop) == look(start, depth=2)


@BOTH
def test_another_thread_stops_a_search(look):
    stop = Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    began = time.monotonic()
    found = look(TokKuRou(), stop=stop)
    assert 0.15 < time.monotonic() - began < 1.2
    timer.join()
    assert stop.is_set
    assert (found if look is search else found[0]).depth >= 4
    # It stays set.
    began = time.monotonic()
    found = look(TokKuRou(), stop=stop)
    assert time.monotonic() - began < 0.5
    assert (found.best if look is search else found[0].pit) in TokKuRou().legal_moves()


def test_two_threads_search_at_once_while_others_run():
    found = []

    def look(start):
        return search(start, nodes=1_500_000)

    def work():
        with ThreadPoolExecutor(2) as pool:
            found.extend(pool.map(look, (Kalah(), TokKuRou())))

    lets_others_run(work)
    assert found == [look(Kalah()), look(TokKuRou())]
