"""Games with their history and records, and the score of a match."""

import copy
import pickle

import pytest
from conftest import circle, random_game

from tok_ku_rou import (
    ArgumentError,
    Game,
    Kalah,
    KalahRules,
    Match,
    Outcome,
    ParseError,
    PlayError,
    TokKuRou,
    TokKuRouRules,
    parse,
)


def played(start, seed, **limits):
    """A random game, as positions and as a Game."""
    positions = random_game(start, seed)
    game = Game(start, **limits)
    for before, after in zip(positions, positions[1:], strict=False):
        if game.is_over:
            break
        game.push(next(pit for pit in before.legal_moves() if before.play(pit) == after))
        yield game, positions[: game.ply + 1]


def test_starts():
    assert Game().position == Game(None).position == TokKuRou()
    assert Game(KalahRules.STANDARD).start == Kalah(KalahRules.STANDARD)
    assert Game(TokKuRouRules.TRADITIONAL).start == TokKuRou(TokKuRouRules.TRADITIONAL)
    assert Game("kalah 6x4").start == Game(start=Kalah()).start == Kalah()
    position = Kalah().play(0)
    assert Game(position).positions == [position]


def test_games_follow_positions(start):
    for game, positions in played(start, 3):
        assert game.positions == positions
        assert game.position == positions[-1]
        assert game.start == start
        assert game.ply == len(game.moves) == len(positions) - 1
        assert game.scores == positions[-1].scores
        assert game.occurrences == positions.count(positions[-1])
        if not game.is_over:
            assert game.legal_moves() == positions[-1].legal_moves()
            assert game.outcome is None
        elif positions[-1].is_over:
            assert game.outcome == positions[-1].outcome


def test_games_copy_and_pickle_at_every_ply(start):
    for game, _ in played(start, 4, max_plies=40):
        copies = [copy.copy(game), copy.deepcopy(game), eval(repr(game)), Game.from_record(str(game))]
        copies += [
            pickle.loads(pickle.dumps(game, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ]
        for other in copies:
            assert other == game
            assert (other.moves, other.positions, other.outcome) == (game.moves, game.positions, game.outcome)
            assert (other.max_plies, other.repetition) == (40, "tie")
        undone = copies[0]
        undone.pop()
        assert undone != game
        assert undone.ply == game.ply - 1


def test_pop_undoes_push(start):
    games = [(copy.copy(game), game.moves[-1]) for game, _ in played(start, 5)]
    last = copy.copy(games[-1][0])
    for game, pit in reversed(games):
        assert last == game
        assert last.pop() == pit
    assert last == Game(start)
    with pytest.raises(PlayError, match="^expected a move to take back, found none$"):
        last.pop()


def test_games_are_mutable_and_unhashable():
    for value in [Game(), Match()]:
        with pytest.raises(TypeError):
            hash(value)
        with pytest.raises(TypeError):
            value < value  # noqa: B015
        assert value != 1


def test_failed_moves_change_nothing():
    game = Game(Kalah())
    game.push("1")
    before = copy.copy(game)
    for pit in [6, -1, "7", None, 2.0]:
        with pytest.raises((PlayError, ParseError, TypeError)):
            game.push(pit)
        assert game == before


def test_the_third_occurrence_ends_a_game():
    game = circle()
    assert (game.ply, game.occurrences, game.outcome) == (16, 3, Outcome(None, "repetition"))
    assert game.legal_moves() == []
    assert not game.position.is_over
    with pytest.raises(PlayError, match="found one that is over$"):
        game.push(game.position.legal_moves()[0])
    game = circle(repetition="count")
    assert (game.ply, game.repetition, game.outcome) == (16, "count", Outcome("south", "repetition"))
    game.pop()
    assert (game.occurrences, game.outcome) == (2, None)


def test_limits_end_a_game():
    game = circle(max_plies=5)
    assert (game.ply, game.max_plies, game.outcome) == (5, 5, Outcome("south", "ply-limit"))
    game = circle(max_no_capture=4)
    assert (game.plies_without_capture, game.max_no_capture, game.ply) == (4, 4, 4)
    assert game.outcome == Outcome("south", "no-capture")
    assert Game(max_plies=0).outcome == Outcome(None, "ply-limit")


def test_giving_up():
    game = Game(Kalah())
    game.resign("south")
    assert game.outcome == Outcome("north", "resigned")
    game.resign("north")
    assert game.outcome.winner == "north"
    assert Game.from_record(str(game)) == game
    assert game.resume()
    assert not game.is_over
    assert not game.resume()
    game.abandon()
    assert game.outcome == Outcome(None, "abandoned")


def test_records():
    tags = '[Game "kalah"]\n[Rules "6x4"]\n[South "Nyandeng"]\n[Date "2026.01.02"]\n[Event "a \\"cup\\""]'
    game = Game.from_record(f"{tags}\n1. 3+6 1 2. 1 *")
    assert (game.moves, game.position.turn) == ([2, 5, 0, 0], "north")
    assert (game.south, game.north, game.date) == ("Nyandeng", "", "2026.01.02")
    assert game.tags == {"Event": 'a "cup"'}
    assert str(game).endswith("1. 3+6 1\n2. 1 *\n")
    game.north, game.date, game.tags = "Deng \\ Äyen", "", {"Site": "Juba", "Round": "2"}
    again = Game.from_record(str(game))
    assert again == game
    assert (again.north, again.date, list(again.tags)) == ("Deng \\ Äyen", "", ["Site", "Round"])
    again.south = "Akon"
    assert again != game
    again.south = '\r\n\t\\"]}{;\0 \u2028'
    assert pickle.loads(pickle.dumps(again)).south == again.south
    assert eval(repr(again)) == again


@pytest.mark.parametrize("tags", [{"a b": ""}, {"": "x"}, {"Result": "1-0"}, {"Game": "chess"}, {"é": ""}])
def test_tags_that_no_record_takes(tags):
    game = Game()
    game.tags = {"Site": "Juba"}
    with pytest.raises(ArgumentError, match="letters, digits and underscores"):
        game.tags = tags
    assert game.tags == {"Site": "Juba"}
    for wrong in [None, "x", {"Site": 1}, {1: "x"}]:
        with pytest.raises(TypeError):
            game.tags = wrong


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1. 3",
        '[Game "chess"]',
        '[Game "kalah"]\n[Rules "6x4"]\n1. 9',
        '[Game "kalah"]\n[Rules "6x4"]\n1. 1 1-0 1',
    ],
)
def test_records_that_are_none(text):
    with pytest.raises(ParseError):
        Game.from_record(text)


def test_a_match():
    score = Match("loser")
    assert (score.next_starter, score.games, score.starts) == (None, 0, "loser")
    score.record("first", "south", Outcome("south", "side-empty"), (27, 21))
    assert (score.wins, score.seeds, score.next_starter) == ((1, 0), (27, 21), "second")
    score.record("second", "north", Outcome("south", "side-empty"), (30, 18))
    assert (score.wins, score.seeds, score.next_starter) == ((1, 1), (45, 51), "first")
    score.record("first", "south", Outcome(None, "repetition"), (24, 24))
    assert (score.ties, score.games, score.next_starter) == (1, 3, "second")
    for other in [
        pickle.loads(pickle.dumps(score)),
        copy.deepcopy(score),
        eval(repr(score)),
        Match.parse(str(score)),
    ]:
        assert other == score
    assert str(score) == "match 1-1 ties 1 seeds 69-75 starts loser last first tie"
    score.starts = "toss"
    assert (score.starts, score.next_starter, score.games) == ("toss", None, 3), "the score stays"
    with pytest.raises(ParseError):
        Match.parse("match 1-1")


def test_a_match_counts_finished_games():
    score, game = Match(), Game(parse("kalah 6x4"))
    assert not score.record_game("second", game)
    game.resign("south")
    assert score.record_game("second", game)
    assert score.wins == (1, 0), "the second contestant sat South and gave up"
