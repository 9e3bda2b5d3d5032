"""Teaches a small net to play: python alphazero.py "kalah 6x4" --folder kalah

The net plays against itself by tree search, and learns to foresee where the searches go and how the games end. Every
few rounds it plays without search, by its first thought, against random play and against level 1. Training ends when it
wins 95 % against the one and 60 % against the other, in games that it was not chosen by. The folder keeps a checkpoint,
from which the same command goes on, and the learning curve.
"""

import argparse
import json
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import matplotlib
import numpy as np
import optax
from flax import serialization
from flax.training.train_state import TrainState
from tqdm import tqdm

from self_play import game, write_whole
from tok_ku_rou import Kalah, KalahBatch, Position, Samples, SelfPlay, TokKuRouBatch, parse

# How many of 100 games are to be won against whom.
AIMS: dict[str | int, float] = {"random": 95.0, 1: 60.0}
# The planes of a one-hot observation that tell pits; scores and repetition come behind them.
PIT_PLANES = 32
Evaluator = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class Net(nn.Module):
    """A residual net of two blocks. It takes one-hot observations (b, 35, p) and gives logits (b, p), values (b,)."""

    pits: int
    seeds: int
    width: int = 128

    @nn.compact
    def __call__(self, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
        """Policy logits, and values from -1 to 1 for the player to move."""
        pits = observations[:, :PIT_PLANES].reshape(len(observations), -1)
        told_once = observations[:, PIT_PLANES:, 0] / jnp.array([self.seeds, self.seeds, 1])
        thought = nn.relu(nn.Dense(self.width)(jnp.concatenate([pits, told_once], axis=1)))
        for _ in range(2):
            inner = nn.relu(nn.Dense(self.width)(thought))
            thought = nn.relu(thought + nn.Dense(self.width)(inner))
        return nn.Dense(self.pits)(thought), jnp.tanh(nn.Dense(1)(thought)[:, 0])


def new_state(start: Position, seed: int) -> TrainState:
    """A net that knows nothing, and its optimizer."""
    net = Net(pits=start.num_pits, seeds=int(start.pits.sum()))
    params = net.init(jax.random.key(seed), start.observation("one-hot")[None])
    return TrainState.create(apply_fn=net.apply, params=params, tx=optax.adamw(1e-3))


@partial(jax.jit, static_argnums=0)
def judge(apply_fn: Callable[..., Any], params: Any, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The net's answer, compiled once for each number of positions."""
    return apply_fn(params, observations)


def evaluator(state: TrainState) -> Evaluator:
    """The net as an evaluator of `mcts` and `SelfPlay`."""

    def evaluate(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count = len(observations)
        # Filled up to a power of two, since each number of positions is compiled by itself.
        size = max(256, 1 << (count - 1).bit_length())
        filled = np.zeros((size, *observations.shape[1:]), np.float32)
        filled[:count] = observations
        logits, values = judge(state.apply_fn, state.params, filled)
        return np.asarray(logits)[:count], np.asarray(values)[:count]

    return evaluate


def losses(apply_fn: Callable[..., Any], params: Any, samples: Samples) -> jax.Array:
    """How far the net is from the searches' moves (cross-entropy) plus from the games' results (squared)."""
    logits, values = apply_fn(params, samples.observations)
    logits = jnp.where(samples.masks == 1, logits, -1e9)
    policy = optax.softmax_cross_entropy(logits, samples.policies).mean()
    return policy + jnp.square(values - samples.values).mean()


@jax.jit
def learn(state: TrainState, samples: Samples) -> tuple[TrainState, jax.Array]:
    """One step of the optimizer, and the loss before it."""
    loss, gradients = jax.value_and_grad(lambda params: losses(state.apply_fn, params, samples))(state.params)
    return state.apply_gradients(grads=gradients), loss


def wins(state: TrainState, start: Position, opponent: str | int, games: int, seed: int) -> float:
    """How many of 100 games the net wins against random play or a level, South in one half, North in the other.

    It makes the move it finds most likely, without search. A tie is no win.
    """
    kind = KalahBatch if isinstance(start, Kalah) else TokKuRouBatch
    batch = kind(games, start.rules, observation="one-hot", autoreset="disabled")
    rng = np.random.default_rng(seed)
    seats = np.arange(games) % 2
    step = batch.reset()
    won = np.zeros(games, bool)
    while step.masks.any():
        logits, _ = evaluator(state)(step.observations, step.masks)
        mine = np.where(step.masks == 1, logits, -np.inf).argmax(axis=1)
        is_going_on = step.masks.any(axis=1)
        is_mine = is_going_on & (step.to_play == seats)
        theirs = batch.choose(opponent, rng.integers(2**63, size=games), is_going_on & ~is_mine)
        step = batch.step(np.where(is_mine, mine, theirs))
        won |= step.rewards[np.arange(games), seats] > 0
    return 100 * float(won.mean())


def plot(curve: list[dict[str, float]], path: Path) -> None:
    """Draws the learning curve."""
    matplotlib.use("svg")
    from matplotlib import pyplot

    minutes = [row["minutes"] for row in curve]
    figure, (above, below) = pyplot.subplots(2, sharex=True, figsize=(7, 6), height_ratios=(2, 1))
    for opponent, color in zip(AIMS, ("tab:blue", "tab:orange"), strict=True):
        name = opponent if opponent == "random" else f"level {opponent}"
        above.plot(minutes, [row[str(opponent)] for row in curve], marker=".", color=color, label=f"against {name}")
        above.axhline(AIMS[opponent], color=color, linestyle=":", label=f"aim {AIMS[opponent]:.0f} %")
    above.set(ylabel="games won, %", ylim=(0, 102))
    above.legend(loc="lower right")
    below.plot(minutes, [row["loss"] for row in curve], marker=".", color="tab:gray")
    below.set(xlabel="minutes", ylabel="loss")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def load(checkpoint: Path) -> TrainState:
    """The net of a checkpoint."""
    saved = serialization.msgpack_restore(checkpoint.read_bytes())
    return serialization.from_state_dict(new_state(parse(saved["start"]), 0), saved["state"])


def train(options: argparse.Namespace) -> list[dict[str, float]]:
    """Trains until the aims are reached or the rounds or minutes are over; gives the learning curve."""
    folder, start = options.folder, options.start
    folder.mkdir(parents=True, exist_ok=True)
    state, curve, done = new_state(start, options.seed), [], 0
    checkpoint = folder / "checkpoint.msgpack"
    if checkpoint.exists():
        saved = serialization.msgpack_restore(checkpoint.read_bytes())
        if saved["start"] != str(start):
            raise SystemExit(f"{checkpoint} has learned {saved['start']}")
        state, curve, done = load(checkpoint), json.loads(saved["curve"]), saved["rounds"]
    before = curve[-1]["minutes"] if curve else 0.0
    begun = time.monotonic()

    # The evaluator asks for the net as it is at that moment: games go on while it learns.
    play = SelfPlay(
        start.rules,
        games=128,
        simulations=options.simulations,
        evaluator=lambda observations, masks: evaluator(state)(observations, masks),
        batch=8,
        observation="one-hot",
        seed=options.seed + done,
    )
    rng = np.random.default_rng([options.seed, done])
    memory: deque[Samples] = deque(maxlen=10 * options.games)
    has_reached_aims = False
    is_over = done >= options.rounds
    bar = tqdm(total=options.rounds, initial=done, unit="round")
    while not is_over:
        memory.extend(islice(play, options.games))
        everything = Samples(*(np.concatenate(arrays) for arrays in zip(*memory, strict=True)))
        told = []
        for _ in range(options.steps):
            rows = rng.integers(len(everything.values), size=512)
            state, loss = learn(state, Samples(*(array[rows] for array in everything)))
            told.append(float(loss))
        done += 1
        minutes = before + (time.monotonic() - begun) / 60
        is_over = done >= options.rounds or minutes >= options.minutes
        if done % 5 == 0 or is_over:
            row = {"rounds": done, "minutes": minutes, "loss": float(np.mean(told))}
            row |= {str(opponent): wins(state, start, opponent, 400, done) for opponent in AIMS}
            curve.append(row)
            bar.set_postfix({key: f"{value:.4g}" for key, value in row.items()})
            saved = {"start": str(start), "rounds": done, "curve": json.dumps(curve)}
            saved["state"] = serialization.to_state_dict(state)
            write_whole(checkpoint, serialization.msgpack_serialize(saved))
            plot(curve, folder / "curve.svg")
            if all(row[str(opponent)] >= aim for opponent, aim in AIMS.items()):
                # Once more in other games: a lucky evaluation is not the aim.
                won = {opponent: wins(state, start, opponent, 1000, 10**6 + done) for opponent in AIMS}
                tqdm.write(f"{minutes:.1f} minutes, won of 1000 games: {won}")
                has_reached_aims = all(won[opponent] >= aim for opponent, aim in AIMS.items())
                is_over = is_over or has_reached_aims
        bar.update()
    bar.close()
    print("the aims are reached" if has_reached_aims else "the aims are not reached")
    return curve


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", nargs="?", type=game, default="kalah 6x4", help="a game and its size")
    parser.add_argument("--folder", type=Path, default=Path("alphazero"), help="for the checkpoint and the curve")
    parser.add_argument("--rounds", type=int, default=200, help="at most so many rounds of play and learning")
    parser.add_argument("--minutes", type=float, default=20.0, help="at most so long")
    parser.add_argument("--games", type=int, default=128, help="games of self-play in a round")
    parser.add_argument("--simulations", type=int, default=48, help="simulations for each of their moves")
    parser.add_argument("--steps", type=int, default=40, help="steps of the optimizer in a round, of 512 positions")
    parser.add_argument("--seed", type=int, default=0)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
