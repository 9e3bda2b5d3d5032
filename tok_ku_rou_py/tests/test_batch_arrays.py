"""The arrays that batches read and write, and the arguments they refuse."""

import copy
import pickle
import threading
import time

import numpy as np
import pytest
from conftest import ctrl_c_after

from tok_ku_rou import (
    ArgumentError,
    Batch,
    Kalah,
    KalahBatch,
    KalahRules,
    SelfPlay,
    Step,
    TokKuRouBatch,
    TokKuRouRules,
)

NAMES = Step._fields
N = 4
SHAPES = [(N, 5, 6), (N, 6), (N, 2), (N,), (N,), (N,)]
DTYPES = [np.float32, np.int8, np.float32, np.bool_, np.bool_, np.int8]
SPECS = dict(zip(NAMES, zip(SHAPES, DTYPES, strict=True), strict=True))


def buffers(fill=1):
    """Arrays as `step_into` wants them, full of something."""
    return {name: np.full(shape, fill, dtype) for name, (shape, dtype) in SPECS.items()}


def test_steps_into_buffers_are_steps():
    one, other = KalahBatch(N), KalahBatch(N)
    into = buffers()
    for actions in ([2, 2, 5, 0], [0, -1, 6, 1], np.arange(4, dtype=np.uint8)):
        assert one.step_into(actions, **into) is None
        step = other.step(actions)
        for name, expected in zip(NAMES, step, strict=True):
            np.testing.assert_array_equal(into[name], expected, err_msg=name)


@pytest.mark.parametrize("name", NAMES)
def test_any_buffer_may_be_left_out(name):
    one, other = KalahBatch(N), KalahBatch(N)
    into = {key: value for key, value in buffers().items() if key == name}
    one.step_into([2, 3, 4, 9], **into)
    np.testing.assert_array_equal(into[name], getattr(other.step([2, 3, 4, 9]), name))
    one.step_into([0] * N)
    other.step([0] * N)
    assert one.positions() == other.positions()


def bad_buffers(name):
    """Arrays that are none for this name, each with the error it raises."""
    shape, dtype = SPECS[name]
    good = np.ones(shape, dtype)
    frozen = good.copy()
    frozen.flags.writeable = False
    shifted = np.frombuffer(bytearray(good.nbytes + 1), np.int8)[1:].view(dtype).reshape(shape)
    shifted[...] = 1
    yield "list", good.tolist(), TypeError
    yield "dtype", good.astype(np.float64), TypeError
    if good.itemsize > 1:
        yield "byte order", good.astype(good.dtype.newbyteorder()), TypeError
        yield "not aligned", shifted, ArgumentError
    yield "too long", np.ones((N + 1, *shape[1:]), dtype), ArgumentError
    yield "dimensions", good[None], ArgumentError
    yield "strides", np.ones((2 * N, *shape[1:]), dtype)[::2], ArgumentError
    yield "backwards", good[::-1], ArgumentError
    if good.ndim > 1:
        yield "Fortran", np.asfortranarray(good), ArgumentError
    yield "read-only", frozen, ArgumentError


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in NAMES for kind, *_ in bad_buffers(name)])
def test_other_buffers_are_refused(name, kind):
    [(value, error)] = [(value, error) for found, value, error in bad_buffers(name) if found == kind]
    batch = KalahBatch(N)
    into = buffers() | {name: value}
    with pytest.raises(error, match=f"expected {name} of dtype"):
        batch.step_into([0] * N, **into)
    assert all(np.all(np.asarray(array) == 1) for array in into.values()), "nothing is written"
    assert batch.positions() == [Kalah()] * N


def test_buffers_that_overlap_are_refused():
    batch = KalahBatch(N)
    memory = bytearray(range(200))
    views = {
        "same object": (flags := np.zeros(N, bool), flags),
        "views": (flags, flags[:]),
        "no common base": (np.frombuffer(memory, bool, N), np.frombuffer(memory, bool, N, offset=3)),
    }
    for terminated, truncated in views.values():
        before = terminated.tolist()
        with pytest.raises(ArgumentError, match="expected arrays apart in memory, found terminated and truncated"):
            batch.step_into([0] * N, terminated=terminated, truncated=truncated)
        assert terminated.tolist() == before and batch.positions() == [Kalah()] * N
    apart = np.frombuffer(memory, bool, N), np.frombuffer(memory, bool, N, offset=N)
    batch.step_into([0, 0, 0, 6], terminated=apart[0], truncated=apart[1])
    assert memory[:8] == bytes([0, 0, 0, 1, 0, 0, 0, 0])


def test_actions_may_share_memory_with_buffers():
    one, other = KalahBatch(N), KalahBatch(N)
    memory = np.zeros(64, np.int64)
    actions, rewards = memory[:N], memory[:N].view(np.float32).reshape(N, 2)
    actions[:] = [2, 9, 3, 0]
    one.step_into(actions, rewards=rewards)
    np.testing.assert_array_equal(rewards, other.step([2, 9, 3, 0]).rewards)
    assert one.positions() == other.positions()


@pytest.mark.parametrize(
    "actions",
    [np.zeros(N), [0.0] * N, [True] * N, ["1"] * N, None, 0.5, [10**30] * N, np.zeros(N, object)],
)
def test_actions_that_are_no_integers_are_refused(actions):
    batch = KalahBatch(N)
    with pytest.raises(TypeError, match="expected actions, 4 integers, found"):
        batch.step(actions)
    assert batch.positions() == [Kalah()] * N


@pytest.mark.parametrize(
    "actions",
    [[0] * (N + 1), [0] * (N - 1), 0, np.zeros((N, 1), int), np.zeros((1, N), int), np.full(N, 2**63, np.uint64)],
)
def test_another_number_of_actions_is_refused(actions):
    batch = KalahBatch(N)
    with pytest.raises(ArgumentError, match="expected actions, 4 integers, found"):
        batch.step(actions)
    assert batch.positions() == [Kalah()] * N


@pytest.mark.parametrize("dtype", ["i1", "u1", "<i2", ">i4", "u4", ">i8", "u8"])
def test_integers_of_any_kind_are_actions(dtype):
    spread = np.zeros(2 * N, dtype)[::2]
    spread[:] = [2, 3, 4, 5]
    step = KalahBatch(N).step(spread)
    np.testing.assert_array_equal(step.observations, KalahBatch(N).step([2, 3, 4, 5]).observations)


def test_new_arrays_are_new_each_time():
    batch = KalahBatch(N)
    first = batch.step([0] * N)
    kept = [array.copy() for array in first]
    batch.step([1] * N)
    for array, before in zip(first, kept, strict=True):
        np.testing.assert_array_equal(array, before)


def test_a_batch_without_observations():
    batch = TokKuRouBatch(3, observation=None)
    assert batch.observation_shape is None
    step = batch.step([0, 1, 2])
    assert step.observations is None and step.masks.shape == (3, 24)
    with pytest.raises(ArgumentError, match="expected no observations"):
        batch.step_into([0] * 3, observations=np.zeros((3, 5, 24), np.float32))


def test_shapes():
    batch = TokKuRouBatch(3, TokKuRouRules(5, 2), observation="one-hot")
    assert (batch.n, batch.num_actions, batch.observation_shape) == (3, 10, (35, 10))
    assert batch.start.rules == TokKuRouRules(5, 2)
    assert [array.shape for array in batch.reset()] == [(3, 35, 10), (3, 10), (3, 2), (3,), (3,), (3,)]
    assert isinstance(batch, Batch) and isinstance(KalahBatch(np.int64(2), KalahRules(3)), Batch)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": 0}, ArgumentError),
        ({"n": 2**20 + 1}, ArgumentError),
        ({"n": 10**30}, ArgumentError),
        ({"n": True}, TypeError),
        ({"n": 1.0}, TypeError),
        ({"rules": TokKuRouRules()}, TypeError),
        ({"rules": "6x4"}, TypeError),
        ({"observation": "planes"}, ArgumentError),
        ({"reward": "seeds"}, ArgumentError),
        ({"illegal": "ignore"}, ArgumentError),
        ({"autoreset": "next_step"}, ArgumentError),
        ({"max_plies": 0}, ArgumentError),
        ({"max_plies": None}, TypeError),
        ({"random_plies": -1}, ArgumentError),
        ({"random_plies": 1001}, ArgumentError),
        ({"seed": -1}, ArgumentError),
        ({"seed": 0.5}, TypeError),
        ({"threads": 0}, ArgumentError),
        ({"threads": 257}, ArgumentError),
    ],
)
def test_arguments_that_are_refused(arguments, error):
    with pytest.raises(error, match="expected|Rules"):
        KalahBatch(**{"n": 2} | arguments)


def test_rules_without_a_move_are_refused():
    with pytest.raises(ArgumentError, match="expected rules with a move at the start, found 12x1"):
        TokKuRouBatch(2, TokKuRouRules(12, 1))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda batch: batch.reset(where=[True] * N), TypeError),
        (lambda batch: batch.reset(where=np.ones(N, np.int8)), TypeError),
        (lambda batch: batch.reset(where=np.ones(N + 1, bool)), ArgumentError),
        (lambda batch: batch.reset(seed=-1), ArgumentError),
        (lambda batch: batch.choose("randomly", [0] * N), ArgumentError),
        (lambda batch: batch.choose(8, [0] * N), ArgumentError),
        (lambda batch: batch.choose(1.0, [0] * N), TypeError),
        (lambda batch: batch.choose("random", [0]), ArgumentError),
        (lambda batch: batch.choose("random", [-1] * N), ArgumentError),
        (lambda batch: batch.choose("random", [0.0] * N), TypeError),
        (lambda batch: batch.choose("random", [0] * N, np.ones(1, bool)), ArgumentError),
    ],
)
def test_calls_that_are_refused(call, error):
    batch = KalahBatch(N, random_plies=2)
    before = batch.positions()
    with pytest.raises(error, match="expected"):
        call(batch)
    assert batch.positions() == before


def test_a_batch_serves_one_thread_at_a_time():
    batch = TokKuRouBatch(1 << 14, random_plies=1000)
    thread = threading.Thread(target=batch.reset)
    thread.start()
    refused = set()
    while thread.is_alive():
        for call in (lambda: batch.n, batch.reset, batch.positions):
            try:
                call()
            except RuntimeError as error:
                refused.add(str(error))
    thread.join()
    assert refused and all("borrowed" in error for error in refused)
    assert batch.reset().masks.shape == (1 << 14, 24)


def test_ctrl_c_ends_long_choices():
    batch = KalahBatch(1000, threads=2)
    timer = ctrl_c_after(0.3)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        batch.choose(7, np.arange(1000))
    assert time.monotonic() - began < 1.3
    timer.join()
    assert batch.step(batch.choose(1, np.arange(1000))).masks.any()


def test_ctrl_c_ends_a_long_beginning():
    timer = ctrl_c_after(0.2)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        TokKuRouBatch(1 << 19, random_plies=1000)
    assert time.monotonic() - began < 1.2
    timer.join()

    began = time.monotonic()
    batch = TokKuRouBatch(1 << 14, random_plies=1000, max_plies=1)
    whole = time.monotonic() - began
    before = batch.positions()
    timer = ctrl_c_after(whole / 10)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.reset()
    timer.join()
    changed = [one != other for one, other in zip(before, batch.positions(), strict=True)]
    assert any(changed) and not all(changed[-10:])
    batch.reset(seed=0)
    assert batch.positions() == before


@pytest.mark.parametrize("make", [lambda: KalahBatch(2), lambda: TokKuRouBatch(2), lambda: SelfPlay(Kalah())])
def test_what_cannot_be_pickled_says_so(make):
    for change in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="pickle"):
            change(make())
