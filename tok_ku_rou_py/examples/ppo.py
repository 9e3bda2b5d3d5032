"""Teaches MaskablePPO of sb3-contrib to beat an opponent: python ppo.py "kalah 6x4" --opponent random

It plays many games at once on the package's native batches. Between rounds it tells how many of 400 games it wins by
its most likely moves; a tie is no win.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from tqdm import tqdm

from self_play import game
from tok_ku_rou import Kalah, Position
from tok_ku_rou.sb3 import KalahVecEnv, SowingVecEnv, TokKuRouVecEnv

ENVS = 64
STEPS = 64


def environments(start: Position, opponent: str | int, count: int) -> SowingVecEnv:
    """So many games at once, with the learner South in some and North in others."""
    kind = KalahVecEnv if isinstance(start, Kalah) else TokKuRouVecEnv
    return kind(count, start.rules, opponent=opponent, seat="random", observation="one-hot")


def wins(model: MaskablePPO, start: Position, opponent: str | int, seed: int) -> float:
    """How many of 100 games the model wins."""
    envs = environments(start, opponent, 400)
    envs.seed(seed)
    observations, rewards = envs.reset(), np.zeros(400)
    goes_on = np.ones(400, bool)
    while goes_on.any():
        actions, _ = model.predict(observations, action_masks=envs.action_masks(), deterministic=True)
        observations, latest, dones, _ = envs.step(actions)
        # Only the first game of each counts: of several, short ones would weigh more.
        rewards[goes_on] += latest[goes_on]
        goes_on &= ~dones
    return 100 * float((rewards > 0).mean())


def train(start: Position, opponent: str | int, steps: int, seed: int) -> tuple[MaskablePPO, list[float]]:
    """Learns for so many steps; gives the model and how many of 100 games it won, before and after each round."""
    # The net is too small to be worth sharing among threads.
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        environments(start, opponent, ENVS),
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    curve = [wins(model, start, opponent, seed)]
    with tqdm(total=steps, unit="step") as bar:
        while model.num_timesteps < steps:
            before = model.num_timesteps
            model.learn(8 * ENVS * STEPS, reset_num_timesteps=False)
            curve.append(wins(model, start, opponent, seed + len(curve)))
            bar.update(min(model.num_timesteps, steps) - before)
            bar.set_postfix_str(f"won {curve[-1]:.1f} %")
    return model, curve


def player(text: str) -> str | int:
    """The opponent that a text tells, for the command line."""
    return text if text == "random" else int(text)


def main() -> None:
    """Reads the command line, trains and saves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", type=game, default="kalah 6x4", help="a game and its size")
    parser.add_argument("--opponent", type=player, default="random", help='"random" or a level from 1 to 7')
    parser.add_argument("--steps", type=int, default=300_000, help="moves to learn from")
    parser.add_argument("--file", type=Path, default=Path("ppo.zip"), help="where to save the model")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    model, curve = train(options.game, options.opponent, options.steps, options.seed)
    model.save(options.file)
    print(f"won {curve[0]:.1f} % before and {curve[-1]:.1f} % after; {options.file} holds the model")


if __name__ == "__main__":
    main()
