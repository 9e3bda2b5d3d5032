"""What games against themselves tell, checked by playing them again."""

import gc
import itertools
import time
import weakref

import numpy as np
import pytest
from conftest import best_margin, ctrl_c_after, margin_of

from tok_ku_rou import ArgumentError, Game, Kalah, KalahRules, SelfPlay, TokKuRou, TokKuRouRules, parse

RULES = {
    "kalah": KalahRules(),
    "kalah that repeats": KalahRules(4, 1, capture="keep-sowing", direction="clockwise"),
    "kalah that counts": KalahRules(3, 3, sweep="none"),
    "tok ku rou": TokKuRouRules.TRADITIONAL,
    "tok ku rou small": TokKuRouRules(2, 2, laps="multiple"),
    "tok ku rou that goes on": TokKuRouRules(5, 2),
}


def evenly(observations, masks):
    """An evaluator that knows nothing."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def by_score(observations, masks):
    """An evaluator that looks at the scores, and likes the last pits."""
    lead = observations[:, 2, 0] - observations[:, 3, 0]
    return np.tile(np.arange(masks.shape[1]) % 5.0, (len(masks), 1)), np.tanh(lead / 10)


def replay(samples, rules, kind="counts", max_plies=1000):
    """The game that the samples tell, and its moves; each array but the values is what the game says."""
    game, moves = Game(rules, max_plies=max_plies), []
    for index, observation in enumerate(samples.observations):
        np.testing.assert_array_equal(observation, game.observation(kind))
        np.testing.assert_array_equal(samples.masks[index], game.position.mask())
        assert samples.to_play[index] == (game.position.turn == "north")
        for pit in np.flatnonzero(samples.policies[index]):
            game.push(pit)
            if index + 1 == len(samples.values):
                fits = game.is_over
            else:
                after = samples.observations[index + 1], samples.to_play[index + 1]
                fits = not game.is_over and after[1] == (game.position.turn == "north")
                fits = fits and np.array_equal(after[0], game.observation(kind))
            if fits:
                moves.append(pit)
                break
            game.pop()
        assert game.ply == index + 1, "some move leads on"
    return game, moves


def worth(game, player, target):
    """What a finished game is worth to a player."""
    south, north = game.scores
    if target == "outcome" or game.outcome.reason == "repetition":
        south, north = {"south": (1, 0), "north": (0, 1), None: (0, 0)}[game.outcome.winner]
        return (south - north) * (1 if player == 0 else -1)
    return (south - north) / game.start.pits.sum() * (1 if player == 0 else -1)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize(
    ("evaluator", "target", "kind"),
    [(None, "outcome", "counts"), ("estimate", "margin", "one-hot"), (by_score, "margin", "counts")],
)
def test_samples_tell_a_game(rules, evaluator, target, kind):
    play = SelfPlay(
        rules,
        games=6,
        simulations=20,
        evaluator=evaluator,
        target=target,
        observation=kind,
        max_plies=60,
        seed=3,
    )
    reasons = set()
    for samples in itertools.islice(play, 20):
        t, p = samples.masks.shape
        assert samples.observations.shape == (t, 5 if kind == "counts" else 35, p)
        assert [array.dtype for array in samples] == [np.float32, np.float32, np.float32, np.int8, np.int8]
        np.testing.assert_allclose(samples.policies.sum(axis=1), 1, rtol=1e-6)
        assert not samples.policies[samples.masks == 0].any()
        if target == "outcome":
            game, _ = replay(samples, rules, kind, 60)
            reasons.add(game.outcome.reason)
            expected = [worth(game, player, target) for player in samples.to_play]
            np.testing.assert_allclose(samples.values, expected, rtol=1e-6)
        else:
            # Several last moves may fit that end in other margins.
            game, _ = replay(samples, rules, kind, 60)
            reasons.add(game.outcome.reason)
            assert np.abs(samples.values).max() <= 1
            south = samples.values * np.where(samples.to_play == 0, 1, -1)
            assert np.ptp(south) == 0, "one game has one value"
            before = game.positions[-2]
            ends = []
            for pit in before.legal_moves():
                game.pop()
                game.push(pit)
                if game.is_over:
                    ends.append(worth(game, 0, target))
            assert np.isclose(ends, south[0], rtol=1e-6).any()
    if rules == RULES["tok ku rou that goes on"]:
        assert "ply-limit" in reasons


def same(one, other):
    """Whether two games' samples are the same to the last bit."""
    return all(np.array_equal(*arrays) for arrays in zip(one, other, strict=True))


@pytest.mark.parametrize("evaluator", [None, "estimate", by_score])
def test_seeds_reproduce_games_whatever_the_threads(evaluator):
    def games(seed, threads):
        play = SelfPlay(
            "tok_ku_rou 4x2,multiple-laps",
            games=300,
            simulations=8,
            evaluator=evaluator,
            seed=seed,
            threads=threads,
        )
        return list(itertools.islice(play, 320))

    first = games(1, 1)
    assert all(map(same, first, games(1, 3)))
    assert not all(map(same, first, games(2, 1)))


def test_games_do_not_depend_on_each_other():
    alone = SelfPlay(KalahRules(3, 3), games=1, simulations=30, seed=9)
    many = SelfPlay(KalahRules(3, 3), games=7, simulations=30, seed=9)
    found = list(itertools.islice(many, 40))
    for game in itertools.islice(alone, 12):
        assert any(same(game, other) for other in found)


def test_leaves_of_all_games_come_in_one_batch():
    sizes = []

    def evaluator(observations, masks):
        assert observations.dtype == np.float32 and observations.shape[1:] == (35, 6)
        assert masks.dtype == np.int8 and masks.any(axis=1).all()
        # The pits of the mover that hold seeds are those that may be lifted.
        np.testing.assert_array_equal(masks, 1 - observations[:, 0])
        sizes.append(len(masks))
        return evenly(observations, masks)

    next(SelfPlay(Kalah(), games=10, simulations=32, batch=4, evaluator=evaluator, observation="one-hot"))
    # The roots come first, one of each game.
    assert sizes[0] == 10
    assert max(sizes) <= 40 and np.mean(sizes) > 25


def test_evaluators_learn_how_often_positions_came_up():
    rules = RULES["kalah that repeats"]
    seen = set()

    def evaluator(observations, masks):
        seen.update(observations[:, 4, 0])
        return evenly(observations, masks)

    play = SelfPlay(rules, games=20, simulations=6, evaluator=evaluator)
    told = {float(earlier) for samples in itertools.islice(play, 300) for earlier in samples.observations[:, 4, 0]}
    assert told == {0, 1} and seen == {0, 1}


@pytest.mark.parametrize("target", ["outcome", "margin"])
def test_moves_proven_to_be_worse_are_no_targets(target):
    rules = KalahRules(3, 2)
    play = SelfPlay(rules, games=4, simulations=20_000, target=target, noise=0.9, alpha=0.1, temperature=5)
    shares = 0
    for samples in itertools.islice(play, 8):
        game, moves = replay(samples, rules)
        values = [best_margin(position) for position in game.positions]
        for position, policy, value in zip(game.positions, samples.policies, values, strict=False):
            for pit in np.flatnonzero(policy):
                after = margin_of(position, pit)
                assert after == value if target == "margin" else np.sign(after) == np.sign(value)
            shares += np.count_nonzero(policy) < len(position.legal_moves())
        assert len(moves) == len(samples.values)
    assert shares > 20, "moves are left out"


def test_without_chance_all_games_are_one():
    play = SelfPlay(Kalah(), games=5, evaluator="estimate", noise=0, temperature=0, simulations=30)
    first, *others = itertools.islice(play, 8)
    assert all(same(first, other) for other in others)
    stirred = SelfPlay(Kalah(), games=5, evaluator="estimate", noise=0.5, temperature=0, simulations=30)
    first, *others = itertools.islice(stirred, 8)
    assert not any(same(first, other) for other in others)


@pytest.mark.parametrize(
    "options", [{"temperature": 0}, {"temperature_plies": 0}, {"temperature": 0.001}], ids=str
)
def test_cold_games_make_the_move_visited_most(options):
    for samples in itertools.islice(SelfPlay(Kalah(), games=3, simulations=40, **options), 6):
        _, moves = replay(samples, Kalah())
        for policy, pit in zip(samples.policies, moves, strict=True):
            assert policy[pit] == policy.max()


def test_warm_plies_are_drawn_by_visits():
    play = SelfPlay(
        Kalah(), games=500, simulations=30, evaluator=by_score, temperature_plies=1, noise=0, max_plies=2, batch=1
    )
    counts = np.zeros(6)
    for samples in itertools.islice(play, 3000):
        policy = samples.policies[0]
        after = {pit: Kalah().play(pit).observation().tolist() for pit in range(6)}
        counts[[pit for pit, seen in after.items() if seen == samples.observations[1].tolist()]] += 1
    expected = policy * 3000
    assert (policy > 0).sum() > 2
    # Five standard deviations of each count, and some for what is rare.
    assert (np.abs(counts - expected) < 5 * np.sqrt(expected) + 5).all()


@pytest.mark.parametrize("alpha", [0.05, 0.5, 1.0, 4.0])
def test_noise_is_by_dirichlets_distribution(alpha):
    # Without any knowledge but the noise, visits are shared out as the noise says.
    play = SelfPlay(
        Kalah(),
        games=600,
        simulations=300,
        evaluator=evenly,
        exploration=1000,
        noise=1,
        alpha=alpha,
        max_plies=1,
        batch=1,
    )
    shares = np.array([samples.policies[0] for samples in itertools.islice(play, 600)])
    variance = (1 / 6) * (5 / 6) / (6 * alpha + 1)
    np.testing.assert_allclose(shares.mean(axis=0), 1 / 6, atol=5 * (variance / 600) ** 0.5)
    np.testing.assert_allclose(shares.var(axis=0).mean(), variance, rtol=0.15)


def test_exceptions_of_the_evaluator_come_out_unchanged():
    error = KeyError("mine")
    calls = itertools.count()

    def evaluator(observations, masks):
        if next(calls) % 5 == 3:
            raise error
        return evenly(observations, masks)

    options = {"games": 3, "simulations": 10}
    play = SelfPlay(KalahRules(3, 2), evaluator=evaluator, **options)
    errors = 0
    for expected in itertools.islice(SelfPlay(KalahRules(3, 2), evaluator=evenly, **options), 5):
        while True:
            try:
                assert same(next(play), expected), "as if nothing had been"
                break
            except KeyError as found:
                assert found is error
                errors += 1
    assert errors > 5


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (None, TypeError),
        ((np.zeros((3, 6)), np.zeros(4)), ArgumentError),
        ((np.zeros((3, 5)), np.zeros(3)), ArgumentError),
        ((np.zeros((3, 6), int), np.zeros(3)), TypeError),
        ((np.zeros((3, 6)), np.full(3, 1.5)), ArgumentError),
        ((np.full((3, 6), np.nan), np.zeros(3)), ArgumentError),
    ],
)
def test_wrong_answers_are_refused(answer, error):
    with pytest.raises(error, match="expected .* from the evaluator"):
        next(SelfPlay(Kalah(), games=3, evaluator=lambda *_: answer))


def slowly(observations, masks):
    """An evaluator that takes its time."""
    time.sleep(0.01)
    return evenly(observations, masks)


@pytest.mark.parametrize("evaluator", [None, slowly], ids=["native", "python"])
def test_ctrl_c_ends_the_wait_for_a_game(evaluator):
    play = SelfPlay(KalahRules(2, 1), games=2, simulations=10, evaluator=evaluator)
    long = SelfPlay(Kalah(), games=2, simulations=1_000_000, evaluator=evaluator)
    for _ in range(2):
        timer = ctrl_c_after(0.2)
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            next(long)
        assert time.monotonic() - began < 1.2
        timer.join()
    replay(next(play), KalahRules(2, 1))


def test_interrupted_games_go_on_as_if_nothing_had_been():
    # The first game takes many times as long as it goes on before it is interrupted.
    options = {"games": 3, "simulations": 20_000, "seed": 4, "threads": 2}
    whole = itertools.islice(SelfPlay(Kalah(), **options), 4)
    play = SelfPlay(Kalah(), **options)
    timer = ctrl_c_after(0.05)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(play)
    timer.join()
    assert all(map(same, whole, play))


def test_an_evaluator_that_holds_its_self_play_is_freed():
    class Learner:
        def __init__(self):
            self.play = SelfPlay(KalahRules(2, 1), games=1, simulations=2, evaluator=self.evaluate)

        def evaluate(self, observations, masks):
            return evenly(observations, masks)

    learner = Learner()
    next(learner.play)
    gone = weakref.ref(learner)
    del learner
    gc.collect()
    assert gone() is None


def test_starts_of_all_kinds():
    position = parse("kalah 0,1,0/0,2,1 5,9 n 3x3")
    samples = next(SelfPlay(position, games=1, simulations=5))
    np.testing.assert_array_equal(samples.observations[0], position.observation())
    assert next(SelfPlay("kalah 2x1", games=1)).masks.shape[1] == 2
    assert next(SelfPlay(TokKuRouRules(3, 2, "multiple"), games=1, simulations=2)).masks.shape[1] == 6


def test_one_move_needs_no_thought():
    def evaluator(observations, masks):
        assert (masks.sum(axis=1) > 1).all()
        return evenly(observations, masks)

    samples = next(SelfPlay(Kalah(KalahRules(1, 3)), games=1, evaluator=evaluator))
    assert samples.policies.tolist() == [[1]] * len(samples.values)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"start": None}, TypeError),
        ({"start": 1}, TypeError),
        ({"start": parse("kalah 0,0,0/0,0,0 9,3 n 3x2")}, ArgumentError),
        ({"start": TokKuRouRules(12, 1)}, ArgumentError),
        ({"games": 0}, ArgumentError),
        ({"games": 65536}, ArgumentError),
        ({"simulations": 0}, ArgumentError),
        ({"simulations": 10**30}, ArgumentError),
        ({"evaluator": "playouts"}, ArgumentError),
        ({"evaluator": 3}, TypeError),
        ({"batch": 0}, ArgumentError),
        ({"exploration": -1.0}, ArgumentError),
        ({"temperature": -0.1}, ArgumentError),
        ({"temperature": float("nan")}, ArgumentError),
        ({"temperature": True}, TypeError),
        ({"temperature_plies": -1}, ArgumentError),
        ({"noise": 1.1}, ArgumentError),
        ({"noise": "much"}, TypeError),
        ({"alpha": 0}, ArgumentError),
        ({"max_plies": 0}, ArgumentError),
        ({"observation": "planes"}, ArgumentError),
        ({"target": "win"}, ArgumentError),
        ({"seed": -1}, ArgumentError),
        ({"threads": 0}, ArgumentError),
    ],
    ids=str,
)
def test_arguments_that_are_refused(arguments, error):
    with pytest.raises(error, match="expected"):
        SelfPlay(**{"start": Kalah()} | arguments)
