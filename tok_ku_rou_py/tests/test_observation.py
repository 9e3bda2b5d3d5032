"""What a learner sees, against arrays worked out by hand."""

import numpy as np
import pytest

from tok_ku_rou import ArgumentError, Game, TokKuRou, TokKuRouRules, parse

# North's row is the upper one and runs from right to left: North's pits are 16, 0, 1.
KALAH = parse("kalah 1,0,16/2,3,0 5,7 n 3x4")
# South's ring is the lower two rows, the lowest from left to right, then the other back: 2, 0, 1, 3.
TOK_KU_ROU = parse("tok_ku_rou 1,15/4,0/3,1/2,0 s 2x2")


def test_counts_of_kalah():
    expected = [[16, 0, 1], [2, 3, 0], [7, 7, 7], [5, 5, 5], [0, 0, 0]]
    found = KALAH.observation()
    assert found.dtype == np.float32
    assert found.tolist() == expected
    assert KALAH.with_turn("south").observation("counts").tolist() == [
        [2, 3, 0],
        [16, 0, 1],
        [5, 5, 5],
        [7, 7, 7],
        [0, 0, 0],
    ]


def test_counts_of_tok_ku_rou():
    # North's ring begins at the upper right: 15, 1, then the front row: 4, 0.
    assert TOK_KU_ROU.observation("counts", 2).tolist() == [
        [2, 0, 1, 3],
        [15, 1, 4, 0],
        [6, 6, 6, 6],
        [20, 20, 20, 20],
        [2, 2, 2, 2],
    ]


def test_one_hot():
    expected = np.zeros((35, 3))
    # The mover's 16, 0 and 1 seeds; 15 stands for more, too.
    expected[15, 0] = expected[0, 1] = expected[1, 2] = 1
    # The opponent's 2, 3 and 0.
    expected[18, 0] = expected[19, 1] = expected[16, 2] = 1
    expected[32], expected[33], expected[34] = 7, 5, 1
    found = KALAH.observation("one-hot", occurrences=np.int64(1))
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, expected)


def test_one_hot_of_tok_ku_rou():
    expected = np.zeros((35, 4))
    expected[[2, 0, 1, 3], range(4)] = 1
    expected[[31, 17, 20, 16], range(4)] = 1
    expected[32], expected[33] = 6, 20
    np.testing.assert_array_equal(TOK_KU_ROU.observation("one-hot"), expected)


def test_one_seat_sees_what_the_other_would_see():
    mirrored = TokKuRou.from_setup(TOK_KU_ROU.pits[::-1], "north", TOK_KU_ROU.rules)
    np.testing.assert_array_equal(mirrored.observation(), TOK_KU_ROU.observation())


def test_games_tell_how_often_a_position_came_up_earlier():
    game = Game(TokKuRouRules(2, 2, laps="multiple"))
    earlier = []
    for pit in [1, 3, 0, 0, 3, 1, 0, 0, 0, 0, 0]:
        game.push(pit)
        earlier.append(game.positions[:-1].count(game.position))
        assert game.observation()[4].tolist() == earlier[-1:] * 4
        assert game.observation("one-hot")[34].tolist() == earlier[-1:] * 4
    assert earlier[-1] == 2 and game.outcome.reason == "repetition"


def test_finished_positions_are_seen_by_whose_turn_it_would_be():
    over = parse("kalah 0,0,0/0,0,0 9,3 n 3x2")
    assert over.observation()[2:4].tolist() == [[3] * 3, [9] * 3]
    assert over.mask().tolist() == [0] * 3


@pytest.mark.parametrize("kind", ["Counts", "onehot", ""])
def test_other_kinds_are_refused(kind):
    with pytest.raises(ArgumentError, match='expected "counts" or "one-hot", found'):
        KALAH.observation(kind)
    with pytest.raises(ArgumentError, match='expected "counts" or "one-hot", found'):
        Game(KALAH).observation(kind)


@pytest.mark.parametrize(("occurrences", "error"), [(-1, ArgumentError), (10**30, ArgumentError), (1.0, TypeError)])
def test_other_occurrences_are_refused(occurrences, error):
    with pytest.raises(error, match="expected a number of occurrences"):
        KALAH.observation(occurrences=occurrences)
