"""Stable-Baselines3 brings PyTorch: `make test` leaves this out, `make python-sb3` runs it."""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="make python-sb3 runs this")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from tok_ku_rou.gym import KalahEnv, TokKuRouEnv
from tok_ku_rou.sb3 import KalahVecEnv, SowingVecEnv, TokKuRouVecEnv
from tok_ku_rou.vector import KalahVectorEnv

MADE = [
    (KalahEnv, KalahVecEnv, {}),
    (KalahEnv, KalahVecEnv, {"rules": "3x2,clockwise", "seat": "random", "max_plies": 12, "observation": "one-hot"}),
    (KalahEnv, KalahVecEnv, {"rules": "1x1", "seat": "alternate"}),
    (TokKuRouEnv, TokKuRouVecEnv, {"rules": "3x2,multiple-laps", "seat": "north", "reward": "margin", "opponent": 1}),
]


def same(one, other):
    """Whether two values are the same to the last bit, types included."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize(("single", "many", "arguments"), MADE)
def test_it_is_equal_to_the_dummy_step_for_step(single, many, arguments):
    ours, theirs = many(4, **arguments), DummyVecEnv([lambda: single(**arguments)] * 4)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    actions, ended = np.random.default_rng(1), 0
    for seed in (3, None):
        if seed is not None:
            ours.seed(seed), theirs.seed(seed)
        assert same(ours.reset(), theirs.reset())
        assert same(ours.reset_infos, theirs.reset_infos)
        for _ in range(150):
            masks = get_action_masks(ours)
            assert np.array_equal(masks, get_action_masks(theirs)) and same(masks, ours.action_masks())
            legal = np.where(masks.any(axis=1, keepdims=True), masks, 1)
            chosen = (legal * actions.random(legal.shape)).argmax(axis=1)
            answer = ours.step(chosen)
            assert same(answer, theirs.step(chosen))
            assert same(ours.reset_infos, theirs.reset_infos)
            ended += answer[2].sum()
    assert ended > 10


def test_maskable_ppo_learns_on_it():
    env = VecMonitor(KalahVecEnv(8, "3x2", seat="alternate"))
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(512)
    assert any((one != other).any() for one, other in zip(before, model.policy.parameters(), strict=True))
    observations = env.reset()
    chosen, _ = model.predict(observations, action_masks=get_action_masks(env))
    assert get_action_masks(env)[np.arange(8), chosen].all()


# The check would have a vector for the observation; the policies flatten ours by themselves.
@pytest.mark.filterwarnings("ignore:Your observation  has an unconventional shape:UserWarning")
def test_a_single_environment_passes_its_check():
    check_env(KalahEnv())


def test_what_a_batch_does_not_have_is_told():
    env = KalahVecEnv(2, render_mode="rgb_array")
    env.reset()
    assert [image.shape[2] for image in env.get_images()] == [3, 3]
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    for name in ("nothing", "learning_game", "num_envs", "seats", "reset", "step"):
        assert not env.has_attr(name)
        with pytest.raises(AttributeError):
            env.env_method(name)
    with pytest.raises(AttributeError):
        env.set_attr("seat", "north")
    with pytest.raises(ValueError, match="SAME_STEP"):
        SowingVecEnv(KalahVectorEnv(2))


def test_what_each_game_has_is_what_the_dummy_tells():
    arguments = {"seat": "random", "render_mode": "ansi"}
    ours, theirs = KalahVecEnv(6, **arguments), DummyVecEnv([lambda: KalahEnv(**arguments)] * 6)
    for env in (ours, theirs):
        env.seed(3)
        env.reset()
    assert len(set(ours.get_attr("seat"))) == 2
    for name in ("seat", "customs", "render_mode", "observation_space", "action_space"):
        for indices in (None, 4, [1, 3, 5]):
            assert same(ours.get_attr(name, indices), theirs.get_attr(name, indices))
    states = [[rng.bit_generator.state["state"] for rng in env.get_attr("np_random")] for env in (ours, theirs)]
    assert states[0] == states[1]
    for name in ("action_masks", "render"):
        for indices in (None, 4, [1, 3, 5]):
            expected = theirs.env_method(name, indices=indices)
            assert same(ours.env_method(name, indices=indices), expected)
            assert same([method() for method in ours.get_attr(name, indices)], expected)
    assert KalahVecEnv(2).env_method("render") == [None, None]
