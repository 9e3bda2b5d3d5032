"""A batch of n games does what n single games do that Python steps one by one."""

import numpy as np
import pytest

from tok_ku_rou import Batch, Game, Kalah, KalahBatch, KalahRules, PlayError, TokKuRouBatch, TokKuRouRules, parse, pick

RULES = {
    "kalah": KalahRules(),
    "kalah standard": KalahRules.STANDARD,
    "kalah that repeats": KalahRules(4, 1, capture="keep-sowing", direction="clockwise"),
    "kalah that counts": KalahRules(4, 3, capture="keep-sowing", sweep="none"),
    "tok ku rou": TokKuRouRules(),
    "tok ku rou multiple": TokKuRouRules.TRADITIONAL,
    "tok ku rou that repeats": TokKuRouRules(2, 2, laps="multiple"),
}


def batch_of(n, rules, **options) -> Batch:
    """A batch of the game of these rules."""
    return (KalahBatch if isinstance(rules, KalahRules) else TokKuRouBatch)(n, rules, **options)


def legal_move(game, rng):
    """A move that goes back to an earlier position if there is one, to as early a one as can be; else any."""
    legal, positions = game.legal_moves(), game.positions
    back = [(positions.index(after), pit) for pit in legal if (after := game.position.play(pit)) in positions]
    return min(back)[1] if back else rng.choice(legal)


class Single:
    """One game of a batch, written from the contract on `Game`."""

    def __init__(self, rules, max_plies, reward, kind, autoreset):
        self.rules, self.max_plies, self.reward = rules, max_plies, reward
        self.kind, self.autoreset = kind, autoreset
        self.begin()

    def begin(self):
        """Starts a new game."""
        self.game = Game(self.rules, max_plies=self.max_plies)
        self.illegal = None

    @property
    def reason(self):
        """Why the game is over, if it is."""
        return "illegal" if self.illegal else self.game.outcome and self.game.outcome.reason

    def rewards(self):
        """What the finished game pays South and North."""
        outcome, (south, north) = self.game.outcome, self.game.scores
        if self.illegal:
            return (-1, 1) if self.illegal == "south" else (1, -1)
        if self.reward == "margin" and outcome.reason == "repetition":
            return (0, 0)
        if self.reward == "margin":
            seeds = self.game.start.pits.sum()
            return ((south - north) / seeds, (north - south) / seeds)
        return {"south": (1, -1), "north": (-1, 1), None: (0, 0)}[outcome.winner]

    def step(self, action):
        """Takes an action; returns the row of each array, and why the game ended."""
        rewards = (0, 0)
        if self.reason:
            if self.autoreset == "next-step":
                self.begin()
        elif action != -1:
            if action in self.game.legal_moves():
                self.game.push(action)
            else:
                self.illegal = self.game.position.turn
            if self.reason:
                rewards = self.rewards()
        reason = self.reason
        if reason and self.autoreset == "same-step":
            self.begin()
        return self.row(rewards, reason), reason

    def row(self, rewards=(0, 0), reason=None):
        """The row of each array."""
        position = self.game.position
        mask = position.mask() * (self.reason is None)
        ends = bool(reason) and reason != "ply-limit", reason == "ply-limit"
        return self.game.observation(self.kind), mask, rewards, *ends, int(position.turn == "north")


def assert_equal(step, rows):
    """Whether a step of a batch is made of these rows, in the types that are promised."""
    dtypes = [np.float32, np.int8, np.float32, np.bool_, np.bool_, np.int8]
    for name, dtype, found, expected in zip(step._fields, dtypes, step, zip(*rows), strict=True):
        assert found.dtype == dtype, name
        np.testing.assert_array_equal(found, np.array(expected, dtype), err_msg=name)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "disabled"])
def test_a_batch_is_many_games(rules, autoreset):
    rng = np.random.default_rng(list(str(rules).encode() + autoreset.encode()))
    reward, kind = ("margin", "one-hot") if autoreset == "same-step" else ("outcome", "counts")
    terms = {"max_plies": 70, "reward": reward, "autoreset": autoreset}
    batch = batch_of(7, rules, observation=kind, **terms)
    singles = [Single(rules, kind=kind, **terms) for _ in range(batch.n)]
    assert_equal(batch.reset(), [single.row() for single in singles])
    reasons = set()
    for _ in range(400):
        actions = []
        for single in singles:
            other = rng.choice([-1, -2, batch.num_actions, 2**62, *range(batch.num_actions)])
            if single.reason:
                actions.append(-1 if autoreset == "disabled" else other)
            else:
                actions.append(other if rng.random() < 0.01 else legal_move(single.game, rng))
        rows, told = zip(*[single.step(action) for single, action in zip(singles, actions, strict=True)])
        assert_equal(batch.step(np.array(actions)), rows)
        assert batch.reasons() == list(told)
        assert batch.positions() == [single.game.position for single in singles]
        reasons.update(told)
        if autoreset == "disabled":
            where = rng.random(batch.n) < [0.5 if single.reason else 0.002 for single in singles]
            for index in np.flatnonzero(where):
                singles[index].begin()
            assert_equal(batch.reset(where=where), [single.row(reason=single.reason) for single in singles])
            assert batch.reasons() == [single.reason for single in singles]
    assert {None, "illegal"} < reasons
    assert ("repetition" in reasons) == (rules in (RULES["kalah that repeats"], RULES["tok ku rou that repeats"]))
    if rules == TokKuRouRules():
        assert "ply-limit" in reasons


def test_repetition_is_found_however_long_ago():
    rules = RULES["kalah that repeats"]
    batch = KalahBatch(100, rules, autoreset="disabled", illegal="raise")
    games = [Game(rules) for _ in range(100)]
    rng = np.random.default_rng(1)
    longest = 0
    for _ in range(150):
        actions = [-1 if game.is_over else legal_move(game, rng) for game in games]
        for game, action in zip(games, actions, strict=True):
            if action != -1:
                game.push(action)
        step = batch.step(actions)
        np.testing.assert_array_equal(step.observations[:, 4, 0], [game.occurrences - 1 for game in games])
        for game in games:
            longest = max(longest, game.ply - game.positions.index(game.position))
    assert longest > 32, "longer ago than the batch keeps whole positions"
    assert batch.reasons() == [game.outcome and game.outcome.reason for game in games]
    assert batch.reasons().count("repetition") > 20


def test_steps_do_not_depend_on_threads():
    batches = [KalahBatch(5000, threads=threads, random_plies=3, seed=5) for threads in (1, 3)]
    steps = [batch.reset() for batch in batches]
    for seed in range(30):
        for one, other in zip(*steps, strict=True):
            np.testing.assert_array_equal(one, other)
        seeds = np.arange(5000) * 31 + seed
        steps = [batch.step(batch.choose("random", seeds)) for batch in batches]
    seeds = np.arange(5000)
    where = seeds % 100 == 0
    picks = [batch.choose(2, seeds, where) for batch in batches]
    np.testing.assert_array_equal(*picks)
    assert (picks[0] >= 0).sum() > 40


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
@pytest.mark.parametrize("player", ["random", 1, 3])
def test_choices_are_those_of_pick(rules, player):
    n = 6
    batch = batch_of(n, rules, autoreset="disabled", threads=2)
    games = [Game(rules) for _ in range(n)]
    rng = np.random.default_rng(3)
    for _ in range(25):
        seeds = rng.integers(2**63, size=n)
        where = rng.random(n) < 0.8
        expected = [
            pick(game, player, seed) if asked and not game.is_over else -1
            for game, asked, seed in zip(games, where, seeds, strict=True)
        ]
        found = batch.choose(player, seeds, where)
        assert found.dtype == np.int64 and found.tolist() == expected
        actions = batch.choose("random", seeds)
        for game, action in zip(games, actions, strict=True):
            if action != -1:
                game.push(action)
        batch.step(actions)
    assert [game.position for game in games] == batch.positions()


def test_random_choices_are_all_as_likely():
    seeds = np.random.default_rng(1).integers(2**63, size=60_000)
    counts = np.bincount(KalahBatch(60_000).choose("random", seeds), minlength=6)
    # Six standard deviations of a fair throw.
    assert np.abs(counts - 10_000).max() < 6 * (60_000 * 5 / 36) ** 0.5


def test_random_openings():
    batch = TokKuRouBatch(300, TokKuRouRules(3, 2), random_plies=3, seed=1)
    first = batch.positions()
    level = [{batch.start}]
    for _ in range(3):
        level.append({position.play(pit) for position in level[-1] for pit in position.legal_moves()})
    assert set(first) <= level[3] and len(set(first)) > 10
    batch.reset()
    assert batch.positions() != first, "the random numbers go on"
    batch.reset(seed=1)
    assert batch.positions() == first
    where = np.arange(300) % 2 == 0
    batch.reset(seed=2, where=where)
    changed = batch.positions()
    assert changed[1::2] == first[1::2] and changed[::2] != first[::2]
    other = TokKuRouBatch(10, TokKuRouRules(3, 2), random_plies=3, seed=1)
    assert other.positions() == first[:10], "a game does not depend on how many there are"
    # The limit on plies counts from where the random moves have led.
    step = other.step(other.choose("random", range(10)))
    assert not step.truncated.any()


def test_openings_never_end_a_game():
    batch = KalahBatch(50, KalahRules(2, 1), random_plies=100)
    assert not any(position.is_over for position in batch.positions())


def test_moves_that_are_refused_change_nothing():
    batch = KalahBatch(3, illegal="raise", autoreset="disabled")
    batch.step([2, 0, 0])
    before = batch.positions()
    for actions in ([0, 0, 6], [0, 0, -2], [2, 0, 0], np.array([0, 0, 300], np.uint16)):
        with pytest.raises(PlayError, match="expected a move of .* in game [02] or none"):
            batch.step(actions)
        assert batch.positions() == before
    assert batch.step([-1, -1, -1]).masks.tolist() == [position.mask().tolist() for position in before]


@pytest.mark.parametrize("illegal", ["end", "raise"])
def test_finished_games_are_not_moved(illegal):
    batch = KalahBatch(2, KalahRules(1, 1), autoreset="disabled", illegal=illegal)
    step = batch.step([0, 0])
    assert step.terminated.all() and not step.masks.any()
    assert batch.positions()[0] == Kalah(KalahRules(1, 1)).play(0)
    with pytest.raises(PlayError, match="expected no move .* in game 1, which is over, found 0"):
        batch.step([-1, 0])
    still = batch.step([-1, -1])
    assert still.terminated.all() and not still.rewards.any()
    assert batch.reasons() == ["side-empty"] * 2
    assert batch.choose("random", [1, 2]).tolist() == [-1, -1]


def test_margins_are_shares_of_all_seeds():
    # One seed each: South sows his into the store, and the sweep leaves North's to North.
    batch = KalahBatch(1, KalahRules(1, 1), reward="margin", autoreset="same-step")
    assert batch.step([0]).rewards.tolist() == [[0, 0]]
    # The finisher takes both.
    batch = KalahBatch(1, KalahRules(1, 1, sweep="finisher"), reward="margin", autoreset="same-step")
    assert batch.step([0]).rewards.tolist() == [[1, -1]]
    # North's counts for nobody, but is one of the two.
    batch = KalahBatch(1, KalahRules(1, 1, sweep="none"), reward="margin", autoreset="same-step")
    assert batch.step([0]).rewards.tolist() == [[0.5, -0.5]]
    assert batch.positions() == [parse("kalah 1x1,sweep-none")]
