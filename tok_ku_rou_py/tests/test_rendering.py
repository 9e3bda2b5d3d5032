"""Pictures of positions, drawn without a display."""

import re
from itertools import pairwise

import numpy as np
import pytest
from conftest import STARTS, random_game

from tok_ku_rou import Game, Kalah, KalahRules, TokKuRou, parse
from tok_ku_rou.rendering import frame, rgb_array

WOOD, PIT, SEED, WHITE = (122, 74, 38), (59, 35, 19), (233, 216, 166), (255, 255, 255)
LIFTED, SOWN, MIDDLE = (155, 209, 255), (255, 210, 63), (42, 24, 12)


def at(picture, x, y):
    """The colour at a point, in units of the drawing."""
    return tuple(picture[y, x].tolist())


def test_text_and_svg_are_the_positions_own():
    game = Game(Kalah())
    assert frame(game, "ansi") == game.position.text() == frame(game.position, "ansi")
    assert frame(game, "svg") == game.position.svg() == frame(game.position, "svg")
    game.push(2)
    assert frame(game, "svg") == game.position.svg(last=(game.start, 2)) != frame(game.position, "svg")


def test_the_picture_shows_the_board():
    # Two rows of six pits 50 units wide between two stores, with a margin of 10 and 12 between the rows.
    picture = frame(Kalah(), "rgb_array")
    assert picture.shape == (132, 420, 3) and picture.dtype == np.uint8
    assert at(picture, 60, 66) == WOOD and at(picture, 0, 0) == WHITE
    for x in range(85, 360, 50):
        for y in (35, 97):
            cell = picture[y - 22 : y + 22, x - 22 : x + 22].reshape(-1, 3)
            assert at(picture, x - 14, y - 8) == PIT
            # The number and four seeds.
            assert (cell == WHITE).all(axis=1).sum() > 20
            assert (cell == SEED).all(axis=1).sum() >= 4 * 4
    assert at(picture, 35, 100) == at(picture, 385, 30) == PIT


def test_the_picture_shows_the_last_move():
    game = Game(Kalah())
    game.push(2)
    picture = frame(game, "rgb_array")
    # The frames of South's pits, near their left edges: lifted, sown into, untouched.
    edge = [at(picture, 85 + 50 * pit - 21, 97) for pit in range(6)]
    assert edge[2] == LIFTED and edge[3] == edge[4] == edge[5] == SOWN
    assert edge[0] == edge[1] and edge[0] not in (LIFTED, SOWN)


def test_a_line_parts_the_sides_of_tok_ku_rou():
    picture = rgb_array(TokKuRou())
    assert picture.shape == (232, 620, 3)
    assert at(picture, 300, 116) == MIDDLE and at(picture, 4, 116) == WOOD


@pytest.mark.parametrize("scale", [2, 3])
def test_the_scale_is_pixels_a_unit(scale):
    picture = rgb_array(parse("kalah 0,0,9/1,2,30 7,8 n 3x9"), scale)
    small = rgb_array(parse("kalah 0,0,9/1,2,30 7,8 n 3x9"))
    assert picture.shape == (small.shape[0] * scale, small.shape[1] * scale, 3)
    shrunk = picture.reshape(small.shape[0], scale, small.shape[1], scale, 3).mean(axis=(1, 3))
    assert np.abs(shrunk - small).mean() < 3


def test_different_boards_look_different():
    boards = [Kalah(KalahRules(6, seeds)) for seeds in range(1, 20)]
    pictures = {rgb_array(board).tobytes() for board in boards}
    assert len(pictures) == len(boards)
    # All that the drawing consists of is drawn: an element of another kind would be missed here.
    pictures = [board.svg() for board in [*boards, TokKuRou()]]
    for start in STARTS:
        positions = random_game(start, 3, 20)
        for before, after in pairwise(positions):
            pit = next(pit for pit in before.legal_moves() if before.play(pit) == after)
            pictures.append(after.svg(last=(before, pit)))
        marked, plain = rgb_array(pictures[-1]), rgb_array(positions[-1])
        assert marked.shape == plain.shape and (marked != plain).any()
    kinds = set(re.findall(r"<(\w+)", "".join(pictures)))
    assert kinds == {"svg", "title", "style", "g", "rect", "line", "circle", "text"}
