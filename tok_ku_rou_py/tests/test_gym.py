"""Gymnasium's own check of one environment, and what it does not look at."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import tok_ku_rou.gym
from tok_ku_rou import ArgumentError, KalahRules, PlayError, TokKuRouRules, kalah_v0, pick, tok_ku_rou_v0
from tok_ku_rou.customs import Customs, LearningGame
from tok_ku_rou.gym import KalahEnv, TokKuRouEnv
from tok_ku_rou.vector import KalahVectorEnv, TokKuRouVectorEnv


def first_legal(observations, masks):
    """A policy: the first legal pit."""
    assert observations.ndim == 3 and observations.dtype == np.float32
    assert masks.dtype == np.int8 and masks.any(axis=1).all()
    return masks.argmax(axis=1)


KALAH, TOK_KU_ROU = "tok_ku_rou/Kalah-v0", "tok_ku_rou/TokKuRou-v0"
MADE = [
    (KALAH, {}),
    (KALAH, {"rules": "3x2,clockwise", "seat": "random", "observation": "one-hot"}),
    (KALAH, {"opponent": 2, "seat": "north"}),
    (KALAH, {"opponent": first_legal, "seat": "alternate", "max_plies": 20}),
    (TOK_KU_ROU, {"seat": "alternate"}),
    (TOK_KU_ROU, {"rules": "12x2,multiple-laps", "reward": "margin", "opponent": 1, "seat": "north"}),
]


@pytest.fixture(params=MADE, ids=str)
def made(request):
    """The name of an environment and arguments for it."""
    return request.param


class Interrupted(Exception):
    """What a policy fails with."""


class FailsOnce:
    """A policy, the first legal pit, whose call of this number fails."""

    def __init__(self, number):
        self.left = number

    def __call__(self, observations, masks):
        self.left -= 1
        if self.left == 0:
            raise Interrupted
        return first_legal(observations, masks)


def play(env, actions, games=3, **reset):
    """Legal random moves through some games, and all that was seen."""
    seen = []
    for number in range(games):
        observation, info = env.reset(**(reset if number == 0 else {}))
        step = (observation, None, False, False, info)
        while True:
            observation, reward, terminated, truncated, info = step
            mask = info["action_mask"]
            seen.append((observation.tobytes(), reward, terminated, truncated, mask.tolist(), info.get("reason")))
            if terminated or truncated:
                break
            step = env.step(actions.choice(np.flatnonzero(mask)) if mask.any() else 0)
    return seen


@pytest.mark.parametrize("render_mode", [None, "ansi", "svg", "rgb_array"])
def test_the_official_check_passes(made, render_mode):
    name, arguments = made
    check_env(gymnasium.make(name, render_mode=render_mode, **arguments).unwrapped)


@pytest.mark.parametrize("name", [KALAH, TOK_KU_ROU])
def test_gymnasium_finds_it_by_the_module(name):
    code = f"import gymnasium; print(gymnasium.make('tok_ku_rou.gym:{name}').reset(seed=1)[1])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "action_mask" in told.stdout and not told.stderr


def test_the_passive_checks_find_nothing(made):
    name, arguments = made
    env = gymnasium.make(name, **arguments)
    play(env, np.random.default_rng(1), seed=1)
    # The mask is made for this.
    env.reset()
    for _ in range(50):
        _, _, terminated, truncated, info = env.step(env.action_space.sample(env.unwrapped.action_masks()))
        if terminated or truncated:
            env.reset()


def test_a_seed_reproduces_everything_that_follows(made):
    name, arguments = made
    runs = []
    env = gymnasium.make(name, **arguments)
    for seed in (7, 7, 8):
        runs.append(play(env, np.random.default_rng(3), seed=seed))
    assert runs[0] == runs[1]
    is_chance = arguments.get("opponent", "random") == "random"
    assert (runs[0] != runs[2]) or not is_chance


@pytest.mark.parametrize("change", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
def test_it_can_be_pickled_and_copied_in_the_middle(made, change):
    name, arguments = made
    env = gymnasium.make(name, **arguments)
    _, info = env.reset(seed=5)
    for _ in range(3):
        _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    other = change(env)
    assert other.unwrapped.learning_game.game == env.unwrapped.learning_game.game
    runs = []
    for each in (env, other):
        observation, *step = each.step(np.flatnonzero(each.unwrapped.action_masks())[0])
        runs.append((observation.tobytes(), step[:3], play(each, np.random.default_rng(1))))
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("seat", "seats"), [("south", [0] * 4), ("north", [1] * 4), ("alternate", [0, 1, 0, 1])]
)
def test_the_learner_sits_where_it_is_told(seat, seats):
    env = KalahEnv(seat=seat)
    for seed in (1, 2):
        found = []
        for number in range(4):
            env.reset(seed=seed if number == 0 else None)
            found.append(env.seat)
            # South moves first: with North's seat the opponent has moved.
            assert (env.learning_game.game.ply == 0) == (env.seat == 0)
            assert env.learning_game.turn == ("south", "north")[env.seat]
        assert found == seats


def test_a_random_seat_is_either():
    env = KalahEnv(seat="random")
    env.reset(seed=1)
    seats = []
    for _ in range(200):
        env.reset()
        seats.append(env.seat)
    assert 60 < sum(seats) < 140


def test_the_reward_is_the_learners():
    for made in (KalahEnv, TokKuRouEnv):
        for reward in ("outcome", "margin"):
            env = made(seat="alternate", reward=reward)
            for seed in range(10):
                *before, last = play(env, np.random.default_rng(seed), games=1, **({"seed": 1} if not seed else {}))
                game = env.learning_game.game
                outcome, [south, north] = game.outcome, game.scores
                sign = 1 - 2 * env.seat
                if reward == "margin":
                    expected = sign * (south - north) / game.start.pits.sum() * (outcome.winner is not None)
                else:
                    expected = {None: 0, ("south", "north")[env.seat]: 1}.get(outcome.winner, -1)
                assert last[1] == pytest.approx(expected, abs=1e-7)
                assert last[5] == outcome.reason
                assert all(not step[1] and step[5] is None for step in before)


def test_a_third_occurrence_is_a_tie_that_the_learner_sees():
    env = KalahEnv("2x1,clockwise")
    reasons = set()
    for seed in range(400):
        observation, info = env.reset(seed=seed)
        actions, over = np.random.default_rng(seed), False
        while not over:
            action = actions.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            over = terminated or truncated
        reasons.add(info["reason"])
        if info["reason"] == "repetition":
            assert (reward, terminated) == (0.0, True) and (observation[-1] == 2).all()
    assert "repetition" in reasons


def test_levels_play_as_they_pick():
    env = KalahEnv(opponent=5, seat="north")
    env.reset(seed=1)
    assert env.learning_game.game.moves[0] == pick(env.customs.start, 5, 0)


def test_an_illegal_move_loses_or_raises():
    env = KalahEnv("6x4,leave-empty")
    for action in (6, -1, 10**30):
        env.reset(seed=1)
        before, *_ = env.step(0)
        assert not env.action_masks()[0] or before[0, 0] > 0
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["reason"]) == (-1, True, False, "illegal")
        assert np.array_equal(observation, before) and not info["action_mask"].any()
    env = KalahEnv(KalahRules(), illegal="raise")
    env.reset(seed=1)
    with pytest.raises(PlayError):
        env.step(7)
    env.step(0)
    for action in (True, 1.0, None, "1", "zz"):
        with pytest.raises(TypeError):
            env.step(action)


def test_a_policy_that_plays_an_illegal_move_is_told():
    env = KalahEnv(opponent=lambda observations, masks: [6], seat="north")
    with pytest.raises(PlayError, match="from the opponent, found 6"):
        env.reset()
    for answer in ([0.0], [0, 1], 0):
        env = KalahEnv(opponent=lambda observations, masks, answer=answer: answer, seat="north")
        with pytest.raises(TypeError, match="expected 1 pits"):
            env.reset()


def test_steps_need_a_game_that_goes_on():
    env = KalahEnv()
    for call in (lambda: env.step(0), env.action_masks, lambda: env.seat, lambda: env.learning_game):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=1)
    env.step(9)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_game_that_ends_before_the_learners_turn_is_told_by_the_first_step():
    # South has one seed: it falls into the store, and the game is over.
    env = KalahEnv("1x1", seat="north")
    observation, info = env.reset(seed=1)
    assert not info["action_mask"].any() and info["reason"] == "side-empty"
    assert env.step(0)[1:4] == (0.0, True, False)
    # The third pit's last seed falls into the store.
    env = KalahEnv(opponent=lambda observations, masks: [2], seat="north", max_plies=1)
    env.reset()
    assert env.step(0)[1:4] == (-1.0, False, True)


def test_bad_arguments_are_told():
    for arguments in ({"opponent": "me"}, {"opponent": 8}, {"seat": "east"}, {"render_mode": "human"}):
        with pytest.raises(ValueError, match="expected"):
            TokKuRouEnv(**arguments)
    with pytest.raises(TypeError):
        TokKuRouEnv(opponent=None)
    assert tok_ku_rou.gym.SowingEnv.metadata["render_modes"] == ["ansi", "svg", "rgb_array"]


@pytest.mark.parametrize("seat", ["south", "north"])
def test_an_interrupted_opponent_is_no_one_to_play_for(seat):
    for failing in range(1, 5):
        policy = FailsOnce(failing)
        env = KalahEnv(opponent=policy, seat=seat)
        with pytest.raises(Interrupted):
            env.reset(seed=1)
            while True:
                env.step(int(env.action_masks().argmax()))
        moves = env.learning_game.game.moves
        for action in range(6):
            with pytest.raises(ResetNeeded, match="interrupted"):
                env.step(action)
        assert env.learning_game.game.moves == moves
        fresh = KalahEnv(opponent=first_legal, seat=seat)
        runs = [play(each, np.random.default_rng(1), seed=1) for each in (env, fresh)]
        assert runs[0] == runs[1]


@pytest.mark.parametrize("rules", [0, False, "", (), KalahRules, TokKuRouRules()], ids=repr)
@pytest.mark.parametrize("make", [KalahEnv, lambda rules: KalahVectorEnv(2, rules), kalah_v0.raw_env, kalah_v0.env])
def test_rules_of_something_else_are_refused(make, rules):
    with pytest.raises(ValueError if rules == "" else TypeError):
        make(rules)


def test_rules_of_the_other_game_are_refused():
    for make in (TokKuRouEnv, lambda rules: TokKuRouVectorEnv(2, rules), tok_ku_rou_v0.raw_env, tok_ku_rou_v0.env):
        with pytest.raises(TypeError, match="expected rules as TokKuRouRules, str or None, found KalahRules"):
            make(KalahRules())
    for rules in (None, "6x4", 0):
        with pytest.raises(TypeError, match="expected rules as KalahRules or TokKuRouRules, found"):
            Customs(rules)


def test_all_have_the_same_limit_on_plies():
    for make in (KalahEnv, lambda **limit: KalahVectorEnv(1, **limit), kalah_v0.env):
        make(max_plies=1_000_000)
        for plies in (0, 1_000_001, 2**40):
            with pytest.raises(ArgumentError, match="expected"):
                make(max_plies=plies)
        for plies in (10.0, None):
            with pytest.raises(TypeError, match="expected .*a number of plies"):
                make(max_plies=plies)


@pytest.mark.parametrize(("rules", "last", "reason"), [("1x1", 0, "side-empty"), ("6x4", 9, "illegal")])
def test_a_learning_game_that_is_over_takes_no_move(rules, last, reason):
    play = LearningGame(Customs(KalahRules.parse(rules)))
    play.push(last)
    told = play.reason, play.rewards(), play.game.moves
    assert play.is_over and play.reason == reason
    for move in (0, 5, 9):
        with pytest.raises(PlayError):
            play.push(move)
        assert (play.reason, play.rewards(), play.game.moves) == told
