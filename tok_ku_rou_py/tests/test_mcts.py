"""Tree search: proofs, evaluators written in Python, what they may answer, and searches ended from outside."""

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
    random_game,
    read_json,
    tiny_positions,
)

from tok_ku_rou import (
    ArgumentError,
    Branch,
    Game,
    Kalah,
    KalahRules,
    MctsResult,
    Stop,
    TokKuRou,
    TokKuRouRules,
    mcts,
    parse,
)

OVER = parse("kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")


def even(observations, masks):
    """An evaluator without any preference."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


EVALUATORS = pytest.mark.parametrize(
    "evaluator", [None, "estimate", even], ids=["playouts", "estimate", "python"]
)


@EVALUATORS
def test_proofs_are_plain_minimax(evaluator):
    efforts = []
    for position in tiny_positions(120):
        value = best_margin(position)
        result = mcts(position, evaluator=evaluator, goal="margin", simulations=10**6)
        assert result.bounds == (value, value), (position, result)
        assert result.proven == ("win" if value > 0 else "loss" if value < 0 else "tie")
        assert result.mean == np.sign(value)
        for branch in result.branches:
            low, high = branch.bounds
            assert low <= margin_of(position, branch.pit) <= high, (position, branch)
        if not position.is_over:
            assert margin_of(position, result.best) == value
        outcome = mcts(position, evaluator=evaluator, simulations=10**6)
        assert outcome.proven == result.proven
        efforts.append((outcome.simulations, result.simulations))
    # Who wins is known sooner than by how many.
    outcomes, margins = np.sum(efforts, axis=0)
    assert 0 < outcomes < margins


def test_known_values():
    checked = 0
    for entry in read_json("kalah_values.json")["entries"]:
        if 2 * entry["pits"] * entry["stones"] <= 12 and entry["value"] is not None:
            start = Kalah(kalah_rules(entry["rules"], entry["pits"], entry["stones"]))
            result = mcts(start, goal="margin", simulations=10**7)
            assert result.bounds == (entry["value"], entry["value"]), start
            assert result.best in entry["best_moves"]
            checked += 1
    assert checked >= 12


def test_a_finished_position():
    def never(observations, masks):
        raise AssertionError("there is nothing to judge")

    result = mcts(OVER, evaluator=never, simulations=9)
    assert result == MctsResult(branches=(), line=(), mean=1.0, bounds=(6, 6), simulations=0)
    assert result.best is None and result.proven == "win"


@pytest.mark.parametrize("batch", [1, 7, 32])
@EVALUATORS
def test_simulations_are_counted_and_the_seed_decides(start, evaluator, batch):
    result = mcts(start, evaluator=evaluator, simulations=200, batch=batch, seed=3)
    assert 200 <= result.simulations <= 200 + (0 if batch == 1 else 32) or result.proven
    # The first simulation is the root's own; where the turn stays or not, the others all go to a branch.
    assert sum(branch.visits for branch in result.branches) == result.simulations - 1
    assert sorted(branch.pit for branch in result.branches) == start.legal_moves()
    assert sum(branch.prior for branch in result.branches) == pytest.approx(1)
    assert result == mcts(start, evaluator=evaluator, simulations=200, batch=batch, seed=3)
    position = start
    for pit in result.line:
        position = position.play(pit)


def test_other_seeds_play_out_otherwise():
    results = [mcts(Kalah(), simulations=50, seed=seed) for seed in range(5)]
    assert len({result.mean for result in results}) > 1
    assert len({mcts(Kalah(), evaluator="estimate", simulations=50, seed=seed) for seed in range(3)}) == 1


def test_what_an_evaluator_gets(start):
    kept = []
    for position in random_game(start, 3)[::5]:
        for kind, channels in (("counts", 5), ("one-hot", 35)):
            if position.is_over:
                continue
            calls = []

            def look(observations, masks, calls=calls):
                calls.append((observations, masks))
                return even(observations, masks)

            result = mcts(position, evaluator=look, simulations=60, batch=8, observation=kind, goal="margin")
            # The first batch is the root alone.
            assert np.array_equal(calls[0][0], position.observation(kind)[None])
            assert np.array_equal(calls[0][1], position.mask()[None])
            after = [position.play(pit) for pit in position.legal_moves()]
            after = {next_.observation(kind).tobytes() for next_ in after if not next_.is_over}
            for observations, masks in calls:
                batch = len(masks)
                assert 1 <= batch <= 8
                assert observations.shape == (batch, channels, position.num_pits)
                assert (observations.dtype, masks.dtype) == (np.float32, np.int8)
                assert observations.flags.c_contiguous and observations.flags.writeable
                assert set(np.unique(masks)) <= {0, 1} and masks.any(axis=1).all()
                after -= {observation.tobytes() for observation in observations}
            # Without any preference each move is looked at, unless it was proven not to matter.
            assert not after or result.bounds != position.margin_bounds
            kept += calls
    # The arrays are the evaluator's own: nothing was written into them again.
    assert len({observations.ctypes.data for observations, _ in kept}) == len(kept)


def test_an_evaluator_sees_how_often_a_position_came_up():
    game = circle()
    last = game.pop()
    seen = {}

    def look(observations, masks):
        for observation in observations:
            seen[observation[:2].tobytes()] = set(observation[4])
        return even(observations, masks)

    def earlier(position):
        return seen[position.observation()[:2].tobytes()]

    game.push(last)
    moves = [game.pop() for _ in range(4)][::-1]
    assert game.occurrences == 2
    mcts(game, evaluator=look, simulations=20)
    assert earlier(game.position) == earlier(game.position.play(moves[0])) == {1.0}
    mcts(game.position, evaluator=look, simulations=20)
    assert earlier(game.position) == earlier(game.position.play(moves[0])) == {0.0}


def test_a_game_brings_its_history_and_rule():
    for repetition in ("tie", "count"):
        game = circle(repetition=repetition)
        last = game.pop()
        result = mcts(game, simulations=100, goal="margin")
        position, before = game.position, game.positions[:-1]
        assert result == mcts(position, simulations=100, goal="margin", history=before, repetition=repetition)
        [branch] = [branch for branch in result.branches if branch.pit == last]
        south, north = position.play(last).scores
        margin = south - north if position.turn == "south" else north - south
        assert branch.bounds == ((0, 0) if repetition == "tie" else (margin, margin))
        alone = mcts(position, simulations=4, goal="margin", repetition=repetition)
        assert all(branch.bounds[0] < branch.bounds[1] for branch in alone.branches if branch.pit == last)


def test_priors_are_the_softmax_of_legal_logits():
    start = Kalah().play(0)
    logits = np.random.default_rng(5).normal(size=6) * 3

    def opinion(observations, masks):
        return np.where(masks, logits, np.nan), np.zeros(len(masks))

    for position in (start, parse("kalah 1,0,2,0,3,1/4,0,2,1,0,3 9,9 n 6x4")):
        result = mcts(position, evaluator=opinion, simulations=20)
        legal = position.legal_moves()
        expected = np.exp(logits[legal]) / np.exp(logits[legal]).sum()
        found = {branch.pit: branch.prior for branch in result.branches}
        assert [found[pit] for pit in legal] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("batch", [1, 4])
def test_values_are_those_of_the_player_to_move(batch):
    checked = 0
    for position in tiny_positions(150):
        if len(position.legal_moves()) < 2:
            continue
        values, todo = {}, [position]
        while todo:
            one = todo.pop()
            if not one.is_over and one.observation().tobytes() not in values:
                # The same board from either seat is worth the same.
                values[one.observation().tobytes()] = np.sign(best_margin(one))
                todo += [one.play(pit) for pit in one.legal_moves()]

        def wise(observations, masks, values=values):
            told = [values[observation.tobytes()] for observation in observations]
            return np.zeros(masks.shape, np.float32), np.array(told, np.float64)

        once_each = 1 + len(position.legal_moves())
        result = mcts(position, evaluator=wise, simulations=once_each, batch=batch, exploration=1e6)
        for branch in result.branches:
            if branch.visits == 1:
                assert branch.mean == np.sign(margin_of(position, branch.pit)), (position, branch)
                checked += 1
    assert checked > 100


def answers(logits, values):
    """An evaluator that answers with these."""
    return lambda observations, masks: (logits, values)


ONE = np.zeros(1, np.float32)
ROW = np.zeros((1, 6), np.float32)


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ((ROW[0], ONE), ValueError, r"policy logits of shape \(1, 6\) .*found \(6,\)"),
        ((ROW[:, :5], ONE), ValueError, r"policy logits of shape \(1, 6\) .*found \(1, 5\)"),
        ((ROW.T, ONE), ValueError, r"found \(6, 1\)"),
        ((ROW, np.zeros((1, 1))), ValueError, r"values of shape \(1,\) .*found \(1, 1\)"),
        ((ROW, np.zeros(2)), ValueError, r"values of shape \(1,\) .*found \(2,\)"),
        ((ROW, 0.0), ValueError, r"values of shape \(1,\) .*found \(\)"),
        ((ROW.astype(int), ONE), TypeError, "policy logits as an array of floats .*int64"),
        ((ROW, np.zeros(1, bool)), TypeError, "values as an array of floats .*bool"),
        ((ROW + 1j, ONE), TypeError, "complex"),
        (("text", ONE), TypeError, "floats"),
        ((None, ONE), TypeError, "policy logits as an array of floats .*object"),
        ((ROW * np.nan, ONE), ValueError, "finite policy logits .*NaN"),
        ((ROW + np.inf, ONE), ValueError, "finite policy logits .*inf"),
        ((ROW - np.inf, ONE), ValueError, "finite policy logits .*-inf"),
        ((ROW, ONE * np.nan), ValueError, "values from -1 to 1 .*NaN"),
        ((ROW, ONE + 1.5), ValueError, "values from -1 to 1 .*1.5"),
        ((ROW, ONE - 1.001), ValueError, "values from -1 to 1 .*-1.001"),
        (ROW, TypeError, "a tuple of policy logits and values .*ndarray"),
        (None, TypeError, "a tuple .*NoneType"),
        ((ROW,), ValueError, "a tuple .*found 1 items"),
        ((ROW, ONE, ONE), ValueError, "a tuple .*found 3 items"),
    ],
)
def test_wrong_answers(answer, error, message):
    with pytest.raises(error, match=f"expected {message}|expected .*{message}"):
        mcts(Kalah(), evaluator=lambda observations, masks: answer, simulations=1)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ">f4", np.longdouble])
def test_any_floats_and_layouts_will_do(dtype):
    def strange(observations, masks):
        logits = np.asfortranarray(np.tile(np.arange(6), (len(masks), 1)).astype(dtype))
        return logits[:, ::-1][:, ::-1], np.repeat(np.zeros(len(masks), dtype), 2)[::2]

    def lists(observations, masks):
        return [[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]] * len(masks), [0.0] * len(masks)

    expected = mcts(Kalah(), evaluator=lists, simulations=50, batch=4)
    assert mcts(Kalah(), evaluator=strange, simulations=50, batch=4) == expected
    assert [branch.pit for branch in sorted(expected.branches, key=lambda branch: branch.prior)] == [
        *range(6)
    ]


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), KeyboardInterrupt(), SystemExit(3)])
def test_exceptions_come_out_unchanged(error):
    calls = []

    def failing(observations, masks):
        calls.append(len(masks))
        if len(calls) == 5:
            raise error
        return even(observations, masks)

    game = Game(Kalah())
    with pytest.raises(type(error)) as raised:
        mcts(game, evaluator=failing, simulations=100)
    assert raised.value is error and len(calls) == 5
    assert raised.traceback[-1].name == "failing"
    assert mcts(game, evaluator=even, simulations=10).simulations == 10


def test_wrong_arguments():
    start = Kalah()
    with pytest.raises(ArgumentError, match="expected a limit"):
        mcts(start)
    for name, values in {
        "simulations": [-1, 2**63],
        "seconds": [-1, float("nan")],
        "batch": [0, 65536],
        "exploration": [-0.1, float("nan"), float("inf")],
        "goal": ["", "win"],
        "seed": [-1, 2**63],
        "observation": ["", "planes"],
        "memory_mb": [0, -1],
        "repetition": ["win"],
        "history": [[TokKuRou()]],
        "evaluator": ["playouts", ""],
    }.items():
        for value in values:
            with pytest.raises(ArgumentError, match="expected"):
                mcts(start, **{"simulations": 2, name: value})
    for name, values in {
        "simulations": [True, 2.0],
        "batch": [None, 1.0],
        "exploration": [True, "2", None],
        "goal": [1, None],
        "observation": [1],
        "evaluator": [1, [even]],
        "stop": [True],
    }.items():
        for value in values:
            with pytest.raises(TypeError):
                mcts(start, **{"simulations": 2, name: value})
    with pytest.raises(TypeError, match="a position or a game"):
        mcts("kalah 6x4", simulations=2)


def test_no_simulation_is_no_preference():
    result = mcts(Kalah(), simulations=0)
    assert result.simulations == 0 and result.best in range(6)
    assert {(branch.visits, branch.mean) for branch in result.branches} == {(0, 0.0)}


def test_a_full_tree_is_still_searched():
    result = mcts(TokKuRou(), simulations=100_000, memory_mb=1, batch=16)
    assert result.simulations >= 100_000


def test_exploration_spreads_the_visits():
    def most(exploration):
        result = mcts(Kalah(), evaluator="estimate", simulations=500, exploration=exploration)
        return max(branch.visits for branch in result.branches)

    assert most(0) > most(2) > most(50)


def test_results_are_values():
    result = mcts(Kalah(KalahRules(4, 2)), simulations=300)
    assert isinstance(result.branches, tuple) and isinstance(result.branches[0], Branch)
    for value in (result, result.branches[0]):
        for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), eval(repr(value))):
            assert twin == value and type(twin) is type(value) and hash(twin) == hash(value)


@EVALUATORS
def test_ctrl_c_ends_it(evaluator):
    stop = Stop()
    timer = ctrl_c_after(0.2)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        mcts(TokKuRou(), evaluator=evaluator, stop=stop)
    assert time.monotonic() - began < 1.2
    timer.join()
    assert not stop.is_set
    assert mcts(TokKuRou(), evaluator=evaluator, simulations=9, stop=stop).simulations == 9


@pytest.mark.parametrize("nap", [0.01, 30])
def test_ctrl_c_ends_an_evaluator_that_takes_long(nap):
    def slow(observations, masks):
        time.sleep(nap)
        return even(observations, masks)

    timer = ctrl_c_after(0.2)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        mcts(Kalah(), evaluator=slow, simulations=10**6)
    assert time.monotonic() - began < 1.2
    timer.join()


@EVALUATORS
def test_another_thread_stops_it(evaluator):
    stop = Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    began = time.monotonic()
    result = mcts(TokKuRou(), evaluator=evaluator, stop=stop)
    assert 0.15 < time.monotonic() - began < 1.2
    timer.join()
    assert result.simulations > 10
    assert mcts(TokKuRou(), evaluator=evaluator, stop=stop).simulations == 0


@EVALUATORS
def test_time_is_a_limit(evaluator):
    began = time.monotonic()
    assert mcts(TokKuRou(), evaluator=evaluator, seconds=0.2).simulations > 10
    assert 0.15 < time.monotonic() - began < 1


def test_slow_evaluators_are_not_asked_beyond_the_limit():
    calls = []

    def slow(observations, masks):
        calls.append(len(masks))
        time.sleep(0.1)
        return even(observations, masks)

    mcts(Kalah(), evaluator=slow, seconds=0.25)
    assert 1 <= len(calls) <= 3


def test_evaluators_run_in_the_thread_that_asks():
    def search(found):
        def look(observations, masks):
            found.add(threading.get_ident())
            # Another search from within is another search.
            mcts(Kalah(), evaluator=even, simulations=3)
            return even(observations, masks)

        found.add(threading.get_ident())
        results.append(mcts(Kalah(), evaluator=look, simulations=300, batch=4))

    results, idents = [], [set(), set()]
    threads = [threading.Thread(target=search, args=[found]) for found in idents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(found) for found in idents] == [1, 1]
    assert results == [mcts(Kalah(), evaluator=even, simulations=300, batch=4)] * 2


def test_two_threads_search_at_once_while_others_run():
    starts, found = [Kalah(), TokKuRou(TokKuRouRules.TRADITIONAL)], []

    def look(start):
        return mcts(start, simulations=30_000)

    def work():
        with ThreadPoolExecutor(2) as pool:
            found.extend(pool.map(look, starts))

    lets_others_run(work)
    assert found == [look(start) for start in starts]
