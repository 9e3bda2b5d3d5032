"""How fast games go by from Python, beside OpenSpiel's mancala; prints the speed table of the README.

    pip install ./tok_ku_rou_py open-spiel
    python benches/python_speed.py

Without OpenSpiel its rows are left out. Times are those of the processor, so that other programs matter little; each
row is the best of several runs. A step is one sowing, with the mask of legal moves and, where it says so, observations.
"""

import random
import time
from collections import namedtuple
from itertools import count

import numpy as np

from tok_ku_rou import Batch, Kalah, KalahBatch, KalahRules, TokKuRou, TokKuRouBatch, TokKuRouRules, pick

try:
    import pyspiel
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv
except ImportError:
    pyspiel = None

SECONDS, RUNS, N = 0.5, 5, 1024


def steps_a_second(play) -> float:
    """Steps a second of processor time; `play` makes some steps and says how many."""
    play()
    best = 0.0
    for _ in range(RUNS):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < SECONDS:
            steps += play()
        best = max(best, steps / spent)
    return best


def batched(batch: Batch):
    """Random games in a batch. With "same-step" every game moves at every step."""
    rng = np.random.default_rng(1)
    batch.reset()

    def play():
        for _ in range(20):
            batch.step(batch.choose("random", rng.integers(2**63, size=batch.n)))
        return 20 * batch.n

    return play


def single(start):
    """Random games, one position after the other, each move picked natively."""
    seeds = count()

    def play():
        steps, position = 0, start
        for seed in seeds:
            position = position.play(pick(position, "random", seed))
            steps += 1
            if position.is_over or steps == 1000:
                return steps

    return play


def single_by_choice(start):
    """Random games, one position after the other, each move picked by Python."""

    def play():
        steps, position = 0, start
        while not position.is_over and steps < 1000:
            position = position.play(random.choice(position.legal_moves()))
            steps += 1
        return steps

    return play


def open_spiel_single():
    """Random games of OpenSpiel's, as its examples play them."""
    game = pyspiel.load_game("mancala")

    def play():
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def open_spiel_batched():
    """Random games in OpenSpiel's vector environment, which also tells observations and legal moves."""
    output = namedtuple("output", "action")
    games = SyncVectorEnv([Environment("mancala") for _ in range(N)])
    now = games.reset()

    def play():
        nonlocal now
        steps = [step.observations for step in now]
        actions = [random.choice(seen["legal_actions"][seen["current_player"]]) for seen in steps]
        now, *_ = games.step(list(map(output, actions)), reset_if_done=True)
        return N

    return play


def main() -> None:
    """Prints the table."""
    same = {"autoreset": "same-step"}
    kalah, tok_ku_rou = KalahRules.STANDARD, TokKuRouRules()
    rows = {
        f"Kalah 6x4, batch of {N}": batched(KalahBatch(N, kalah, **same)),
        f"Kalah 6x4, batch of {N}, masks only": batched(KalahBatch(N, kalah, observation=None, **same)),
        f"Tok Ku Rou 12x2, batch of {N}": batched(TokKuRouBatch(N, tok_ku_rou, **same)),
        f"Tok Ku Rou 12x2, batch of {N}, masks only": batched(
            TokKuRouBatch(N, tok_ku_rou, observation=None, **same)
        ),
        f"Tok Ku Rou 12x2 multiple laps, batch of {N}": batched(
            TokKuRouBatch(N, TokKuRouRules.TRADITIONAL, **same)
        ),
        "Kalah 6x4, one position, moves by pick": single(Kalah(kalah)),
        "Kalah 6x4, one position, moves by random.choice": single_by_choice(Kalah(kalah)),
        "Tok Ku Rou 12x2, one position, moves by pick": single(TokKuRou(tok_ku_rou)),
    }
    if pyspiel:
        rows[f"OpenSpiel mancala, vector environment of {N}"] = open_spiel_batched()
        rows["OpenSpiel mancala, one state, moves by random.choice"] = open_spiel_single()
    print("| one thread, random play | steps a second |\n|---|---:|")
    for name, play in rows.items():
        print(f"| {name} | {steps_a_second(play):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
