"""PettingZoo's own tests, and what they do not look at."""

import copy
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tok_ku_rou import KalahRules, PlayError, TokKuRouRules, kalah_v0, parse, tok_ku_rou_v0
from tok_ku_rou.aec import SowingAEC
from tok_ku_rou.customs import swap_seats

with warnings.catch_warnings():
    # PettingZoo's tests import environments of its own in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

ENVS = {
    "kalah": (kalah_v0, {}),
    "kalah round in circles": (kalah_v0, {"rules": "3x2,clockwise", "observation": "one-hot"}),
    "tok ku rou": (tok_ku_rou_v0, {}),
    "tok ku rou laps": (tok_ku_rou_v0, {"rules": TokKuRouRules.TRADITIONAL, "reward": "margin"}),
    "tok ku rou short": (tok_ku_rou_v0, {"max_plies": 9}),
}
# PettingZoo knows only its own environments to have dictionaries as observations, and finds a mask of zeros odd.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}:UserWarning")
    for text in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "Action mask numpy array is all zeros",
    )
]


@pytest.fixture(params=ENVS, ids=lambda name: name.replace(" ", "-"))
def told(request):
    """A module and arguments for its environment."""
    return ENVS[request.param]


def test_the_official_tests_pass(told):
    module, customs = told
    for make in (module.env, module.raw_env):
        api_test(make(**customs), num_cycles=1000)
        seed_test(lambda make=make: make(**customs), num_cycles=500)
        parallel_api_test(turn_based_aec_to_parallel(make(**customs)), num_cycles=1000)


def test_the_official_test_of_rendering_passes(told, capsys):
    module, customs = told
    render_test(lambda render_mode: module.env(render_mode=render_mode, **customs))
    assert "south to move" in capsys.readouterr().out


def play(env, seed):
    """Random moves to the end, with what was seen on the way."""
    pick, seen = random.Random(seed), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, reward, terminated, truncated, info, observation["observation"].tobytes()))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else pick.choice(legal))
    return seen


def test_rewards_and_reasons_tell_the_outcome(told):
    module, customs = told
    for seed in range(20):
        env = module.raw_env(**customs)
        env.reset()
        seen = play(env, seed)
        game = env.learning_game.game
        outcome, [south, north] = game.outcome, game.scores
        total = int(game.start.pits.sum())
        winner = {None: 0, "south": 1, "north": -1}[outcome.winner]
        expected = (south - north) / total if customs.get("reward") == "margin" else winner
        # The last step of each agent tells it what it got.
        rewards = {agent: reward for agent, reward, *_ in seen}
        assert rewards == pytest.approx({"player_0": expected, "player_1": -expected}, abs=1e-7)
        truncated = outcome.reason == "ply-limit"
        for _, _, *flags, info, _ in seen[-2:]:
            assert flags == [not truncated, truncated]
            assert info == {"reason": outcome.reason}
        assert all(not reward for _, reward, *_ in seen[:-2])


def test_an_agent_may_be_to_move_again_and_sees_its_own_seat():
    env = kalah_v0.env()
    env.reset()
    env.step(2)
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.agent_selection == "player_1"
    own, other = env.observe("player_1"), env.observe("player_0")
    # North holds four seeds in each pit, sown into by nobody; South's first and third pits are empty.
    assert own["observation"][0].tolist() == [4] * 6
    assert own["observation"][1].tolist() == [0, 5, 1, 6, 6, 5] == other["observation"][0].tolist()
    assert [plane[0] for plane in other["observation"][2:]] == [1, 0, 0]
    assert own["action_mask"].tolist() == [1] * 6 and own["action_mask"].dtype == np.int8
    assert not other["action_mask"].any()


@pytest.mark.parametrize("kind", ["counts", "one-hot"])
@pytest.mark.parametrize("text", ["kalah 0,1,2,16,0,9/3,3,0,0,7,1 5,2 n 6x4", "tok_ku_rou 2,0/1,3/2,12/0,1 s 2x2"])
def test_the_other_seat_is_what_the_position_shows_with_the_other_turn(text, kind):
    position = parse(text)
    other = position.with_turn("north" if position.turn == "south" else "south")
    swapped = swap_seats(position.observation(kind, 1))
    assert np.array_equal(swapped, other.observation(kind, 1))
    assert np.array_equal(swap_seats(swapped), position.observation(kind, 1))


def test_an_illegal_move_ends_the_game_or_raises():
    start = "6x4"
    env = kalah_v0.raw_env(start)
    env.reset()
    env.step(0)
    env.step(0)
    env.step(0)
    assert env.agent_selection == "player_0"
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.infos["player_1"] == {"reason": "illegal"}
    env = kalah_v0.env(start, illegal="raise")
    env.reset()
    env.step(0)
    env.step(0)
    with pytest.raises(PlayError):
        env.step(0)
    assert not any(env.terminations.values())
    env.step(1)


def test_a_game_can_be_pickled_and_copied_in_the_middle(told):
    module, customs = told
    env = module.env(**customs)
    env.reset()
    for _ in range(4):
        env.step(env.last()[0]["action_mask"].argmax())
    assert not env.terminations[env.agent_selection]
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    seen = play(env, 1)
    for other in others:
        assert play(other, 1) == seen


def test_nothing_is_told_before_the_first_reset():
    env = kalah_v0.raw_env(render_mode="ansi")
    calls = (lambda: env.observe("player_0"), lambda: env.step(0), env.render, lambda: env.learning_game)
    for call in calls:
        with pytest.raises(ResetNeeded):
            call()
    env.reset()
    for action in ("3", "zz", None, 1.0):
        with pytest.raises(TypeError):
            env.step(action)
    assert env.learning_game.game.ply == 0


def test_bad_arguments_are_told():
    for customs in ({"observation": "planes"}, {"reward": "score"}, {"illegal": "ignore"}, {"max_plies": 0}):
        with pytest.raises(ValueError, match="expected"):
            kalah_v0.raw_env(**customs)
    with pytest.raises(ValueError, match="render_mode"):
        tok_ku_rou_v0.raw_env(render_mode="window")
    with pytest.raises(ValueError, match="leave a move"):
        tok_ku_rou_v0.raw_env("12x1")
    with pytest.raises(TypeError):
        kalah_v0.raw_env(KalahRules(), plies=3)
    assert isinstance(kalah_v0.env().unwrapped, SowingAEC)


@pytest.mark.parametrize("name", ["Kalah", "TokKuRou"])
def test_the_registry_makes_both(name):
    env = pettingzoo.make("aec", f"tok_ku_rou/{name}-v0", max_plies=5)
    env.reset()
    assert [info for *_, info, _ in play(env, 0)][-1] == {"reason": "ply-limit"}
