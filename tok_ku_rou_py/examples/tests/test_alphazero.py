"""alphazero.py learns, keeps what it has learned and measures it rightly."""

import json
from itertools import islice
from xml.etree import ElementTree

import alphazero
import jax
import numpy as np
import pytest
from conftest import read, run
from flax import serialization

from tok_ku_rou import Samples, SelfPlay, mcts, parse


@pytest.mark.parametrize("text", ["kalah 6x4", "tok_ku_rou 12x2,multiple-laps"])
def test_learning_lowers_the_loss_on_games_not_learned_from(text):
    start = parse(text)
    play = SelfPlay(start, simulations=32, evaluator="estimate", observation="one-hot", seed=1)

    def some(count):
        return Samples(*(np.concatenate(arrays) for arrays in zip(*islice(play, count), strict=True)))

    learned, others = some(200), some(50)
    state = alphazero.new_state(start, 0)
    before = float(alphazero.losses(state.apply_fn, state.params, others))
    rng = np.random.default_rng(0)
    for _ in range(60):
        rows = rng.integers(len(learned.values), size=512)
        state, _ = alphazero.learn(state, Samples(*(array[rows] for array in learned)))
    after = float(alphazero.losses(state.apply_fn, state.params, others))
    assert after < before - 0.1


def test_it_keeps_what_it_learns_and_goes_on(tmp_path):
    short = ("kalah 4x3", "--folder", "run", "--games", 32, "--simulations", 16, "--steps", 10)
    assert "not reached" in run(tmp_path, "alphazero.py", *short, "--rounds", 2)
    checkpoint = tmp_path / "run" / "checkpoint.msgpack"
    old = serialization.msgpack_restore(checkpoint.read_bytes())
    assert ElementTree.parse(tmp_path / "run" / "curve.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    run(tmp_path, "alphazero.py", *short, "--rounds", 6)
    new = serialization.msgpack_restore(checkpoint.read_bytes())
    assert (old["state"]["step"], new["state"]["step"]) == (20, 60)
    first, rows = json.loads(old["curve"]), json.loads(new["curve"])
    assert [row["rounds"] for row in rows] == [2, 5, 6] and rows[:1] == first
    assert rows[0]["minutes"] < rows[1]["minutes"] < rows[2]["minutes"] and rows[2]["loss"] < rows[0]["loss"]

    # The checkpoint judges in the package's search, and in self-play.
    net = alphazero.evaluator(alphazero.load(checkpoint))
    found = mcts(parse("kalah 4x3"), evaluator=net, simulations=50, observation="one-hot")
    assert found.simulations >= 50 and len(found.branches) == 4
    run(tmp_path, "self_play.py", "kalah 4x3", "b.npz", "--games", 20, "--judge", "run/checkpoint.msgpack")
    assert [game.observations.shape[1:] for game in read(tmp_path / "b.npz")] == [(35, 4)] * 20


def test_it_reaches_its_aims(tmp_path):
    # Some two minutes in Kalah; it may take 20.
    assert "the aims are reached" in run(tmp_path, "alphazero.py", timeout=1300)


def test_the_answer_does_not_depend_on_the_filling():
    start = parse("kalah 6x4")
    net = alphazero.evaluator(alphazero.new_state(start, 0))
    positions = [start.play(pit) for pit in start.legal_moves()] * 60
    observations = np.stack([position.observation("one-hot") for position in positions])
    masks = np.stack([position.mask() for position in positions])
    logits, values = net(observations, masks)
    assert logits.shape == (360, 6) and values.shape == (360,) and np.all(np.abs(values) < 1)
    few_logits, few_values = net(observations[:6], masks[:6])
    assert np.allclose(logits, np.tile(few_logits, (60, 1)), atol=1e-5)
    assert np.allclose(values, np.tile(few_values, 60), atol=1e-5)


def test_it_counts_the_games_that_the_net_wins():
    start = parse("kalah 3x2")
    state = alphazero.new_state(start, 0)
    # All logits are the same, so that the net makes the first legal move; the same once more by hand.
    even = state.replace(params=jax.tree.map(np.zeros_like, state.params))
    rng, won = np.random.default_rng(2), 0
    for number in range(2000):
        position, seat = start, ("south", "north")[number % 2]
        while not position.is_over:
            legal = position.legal_moves()
            position = position.play(legal[0] if position.turn == seat else int(rng.choice(legal)))
        won += position.outcome.winner == seat
    # Five times the deviation of a difference of two such shares.
    assert abs(alphazero.wins(even, start, "random", 2000, 1) - won / 20) < 5 * 1.6
