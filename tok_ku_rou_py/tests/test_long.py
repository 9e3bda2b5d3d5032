"""Long calls let other threads run and end on Ctrl-C; positions are shared by threads."""

import math
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import ctrl_c_after, lets_others_run

from tok_ku_rou import Game, Kalah, TokKuRou


def test_ctrl_c_ends_a_long_call():
    start = TokKuRou()
    timer = ctrl_c_after(0.3)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        start.perft(255)
    assert time.monotonic() - began < 1.3
    timer.join()
    assert start.perft(2) == 528


def test_handlers_that_do_not_raise_end_nothing():
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    timer = ctrl_c_after(0.05)
    timer.start()
    try:
        assert TokKuRou().perft(5) == 4_468_293
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [1]


def test_other_threads_run_meanwhile():
    lets_others_run(lambda: TokKuRou().perft(6))


def test_threads_share_positions():
    start = Kalah()

    def play(seed):
        position, moves = start, []
        while legal := position.legal_moves():
            moves.append(legal[(seed + len(moves)) % len(legal)])
            position = position.play(moves[-1])
        return position, moves

    with ThreadPoolExecutor(8) as pool:
        games = list(pool.map(play, range(200)))
    assert games == [play(seed) for seed in range(200)]


def test_threads_share_a_game():
    game = Game(Kalah())

    def push_and_pop(_):
        game.push(game.legal_moves()[0])
        return game.pop()

    game.push(0)
    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(push_and_pop, index) for index in range(500)]
    # Threads may meet each other's moves, but the game stays one.
    assert all(
        future.exception() is None or isinstance(future.exception(), (ValueError, IndexError))
        for future in futures
    )
    assert game.positions[0] == Kalah()
    replayed = Game(Kalah())
    for pit in game.moves:
        replayed.push(pit)
    assert replayed == game


NO_THREADS = """
import zlib
import numpy as np
from tok_ku_rou import EndgameTable, Kalah, KalahBatch, KalahRules, SelfPlay

def evaluator(observations, masks):
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)

def told(threads):
    batch, play = made[threads]
    steps = [batch.step(batch.choose("random", np.arange(batch.n))) for _ in range(5)]
    return [[zlib.crc32(array) for array in step[1:]] for step in steps], next(play).policies.tolist()

made = {}
for threads in (1, 3):
    batch = KalahBatch(5000, observation=None, threads=threads)
    made[threads] = batch, SelfPlay(Kalah(), games=300, simulations=2, evaluator=evaluator, threads=threads)
try:
    Kalah().perft(4)
except RuntimeError as error:
    print("perft:", error)
print(told(1) == told(3))
print(len(EndgameTable.build(KalahRules(6, 4), 12, threads=3)))
"""


def test_without_threads_there_is_an_error_or_one_thread_does_it_all():
    # No system has room for a stack of so many bytes.
    environment = os.environ | {"RUST_MIN_STACK": str(1 << 50)}
    told = subprocess.run([sys.executable, "-c", NO_THREADS], capture_output=True, text=True, env=environment)
    lines = told.stdout.splitlines()
    assert len(lines) == 3 and lines[0].startswith("perft: expected a thread"), told
    assert lines[1] == "True"
    assert int(lines[2]) == math.comb(24, 12) - 2 * math.comb(18, 6) + 1
