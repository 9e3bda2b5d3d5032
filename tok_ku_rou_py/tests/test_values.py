"""Positions, rules, outcomes and events are values: equal, hashable, unchangeable, copied, pickled and written out."""

import copy
import pickle
import random

import numpy as np
import pytest
from conftest import STARTS, random_game

import tok_ku_rou
from tok_ku_rou import *  # noqa: F403 - what `repr` writes is to evaluate under this import
from tok_ku_rou import (
    ArgumentError,
    Event,
    Game,
    Kalah,
    KalahRules,
    Outcome,
    PlayError,
    TokKuRou,
    TokKuRouRules,
    parse,
)

OTHERS = [
    KalahRules(),
    KalahRules(5, 3, "keep-sowing", "none", "clockwise"),
    TokKuRouRules(),
    TokKuRouRules(13, 4, "multiple"),
    Outcome("south", "side-empty"),
    Outcome(None, "abandoned"),
    Event("sow", player="north", pit=3, seeds=5),
    Event("capture", player="south", pit=1, pits=(3, 4), seeds=2),
    Event("turn"),
]


def copies(value):
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))


def assert_is_value(value):
    for other in [eval(repr(value)), *copies(value)]:
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)


def test_every_position_of_a_game_is_a_value(start):
    for seed in range(3):
        for position in random_game(start, seed):
            assert_is_value(position)
            assert parse(str(position)) == position
            assert type(position) is type(start)


def test_outcomes_and_events_of_games_are_values(start):
    position = start
    for before in random_game(start, 5):
        for pit in before.legal_moves()[:1]:
            for event in before.trace(pit):
                assert_is_value(event)
        position = before
    if position.is_over:
        assert_is_value(position.outcome)


@pytest.mark.parametrize("value", OTHERS, ids=str)
def test_other_values(value):
    assert_is_value(value)


@pytest.mark.parametrize("value", [*OTHERS, Kalah(), TokKuRou()], ids=str)
def test_values_cannot_be_changed_or_ordered(value):
    for name in [name for name in dir(value) if not name.startswith("_")] + ["new"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
    with pytest.raises(TypeError):
        value < value  # noqa: B015
    assert value != "another"
    assert value != None  # noqa: E711


def test_different_values_differ():
    values = [*STARTS, *OTHERS, Kalah().with_turn("north"), TokKuRou().with_turn("north"), Kalah().play(0)]
    assert len(set(values)) == len(values)
    for index, value in enumerate(values):
        assert [other == value for other in values].index(True) == index


def test_hashes_of_many_boards_differ_and_none_panics():
    pick = random.Random(1)
    boards = set()
    hashes = set()
    for _ in range(100_000):
        pits = [[pick.randrange(21) for _ in range(6)] for _ in range(2)]
        position = Kalah.from_setup(pits, (pick.randrange(3), 0))
        boards.add(position)
        hashes.add(hash(position))
        assert 0 <= position.key < 1 << 64
    assert len(hashes) >= len(boards) - 2


def test_keys_cover_rules_and_turn():
    assert Kalah().key == Kalah(KalahRules.SOURCE).key != Kalah(KalahRules.STANDARD).key
    assert Kalah().key != Kalah().with_turn("north").key


def test_texts():
    assert str(Kalah(KalahRules.STANDARD).play(2)) == "kalah 4,4,4,4,4,4/4,4,0,5,5,5 1,0 s 6x4,leave-empty"
    assert str(TokKuRou(TokKuRouRules(2, 2))) == "tok_ku_rou 2,2/2,2/2,2/2,2 s 2x2"
    assert str(KalahRules.STANDARD_5) == "6x5,leave-empty"
    assert KalahRules.parse("6x3") == KalahRules.SOURCE_3
    assert TokKuRouRules.parse("12x2,multiple-laps") == TokKuRouRules.TRADITIONAL
    assert str(Outcome("north", "resigned")) == "north wins (resigned)"
    assert repr(KalahRules(6, 4)) == (
        "KalahRules(pits=6, seeds=4, capture='take-empty', sweep='owner', direction='counterclockwise')"
    )
    assert repr(Outcome(None, "no-move")) == "Outcome(winner=None, reason='no-move')"


def test_optional_arguments_by_position_and_by_name():
    rules = KalahRules(pits=6, seeds=4, capture="leave-empty", sweep="owner", direction="counterclockwise")
    assert rules == KalahRules(6, 4, "leave-empty", "owner", "counterclockwise") == KalahRules.STANDARD
    assert KalahRules(seeds=3) == KalahRules.SOURCE_3
    assert Kalah(rules=rules) == Kalah(rules)
    assert Kalah(None) == Kalah() == Kalah(KalahRules())
    assert TokKuRouRules(12, 2, "single") == TokKuRouRules(laps="single") == TokKuRouRules.SOURCE
    assert TokKuRou(None) == TokKuRou(TokKuRouRules.SOURCE)
    pits = [[4] * 6] * 2
    assert Kalah.from_setup(pits) == Kalah.from_setup(pits, (0, 0), "south", KalahRules()) == Kalah()
    assert Kalah.from_setup(pits, None, turn="south", rules=None) == Kalah()
    pits = [[2] * 24] * 2
    assert TokKuRou.from_setup(pits) == TokKuRou.from_setup(pits, "south", None, endless=False) == TokKuRou()


def test_positions_tell_what_they_are():
    position = parse("kalah 3,4,5,1,6,2/2,3,0,6,2,1 6,7 s 6x4")
    assert (position.turn, position.num_pits, position.scores) == ("south", 6, (6, 7))
    # From the owner's left: North's row is written from right to left.
    assert position.pits.tolist() == [[2, 3, 0, 6, 2, 1], [2, 6, 1, 5, 4, 3]]
    assert position.pits.dtype == np.uint8
    assert position.mask().tolist() == [1, 1, 0, 1, 1, 1]
    assert position.mask().dtype == np.int8
    assert position.margin_bounds == (-1 - 35, -1 + 35)
    assert position.rules == KalahRules()
    assert position.protocol() == "<6,6,7,2,3,0,6,2,1,2,6,1,5,4,3>"
    assert Kalah.from_protocol(position.protocol()) == position
    assert position.play(4).turn == "south", "the source's example: the fifth pit earns another turn"
    assert position.play(4).play(0).scores == (13, 7)
    over = parse("kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")
    assert over.is_over
    assert over.outcome == Outcome("south", "side-empty")
    assert (over.scores, over.margin_bounds, over.legal_moves()) == ((27, 21), (6, 6), [])


def test_arrays_are_the_callers_own():
    position = Kalah()
    position.pits[0, 0] = 9
    position.mask()[0] = 0
    assert position == Kalah()
    assert position.pits[0, 0] == 4
    assert position.legal_moves()[0] == 0


def test_traces_tell_a_move():
    kinds = [event.kind for event in TokKuRou().trace("f12")]
    assert kinds[:3] == ["lift", "sow", "capture"]
    assert kinds[-1] == "turn"
    assert Kalah().trace(2) == [
        Event("lift", player="south", pit=2, seeds=4),
        Event("sow", player="south", pit=2, seeds=4),
        Event("store"),
    ]
    assert parse("kalah 0,0,5/0,0,1 9,3 s 3x3").trace(2) == [
        Event("lift", player="south", pit=2, seeds=1),
        Event("sow", player="south", pit=2, seeds=1),
        Event("store"),
        Event("sweep", player="north", seeds=5),
        Event("turn"),
        Event("over"),
    ]


def test_pictures():
    position = Kalah().play(2)
    assert position.text().endswith("south to move\n")
    assert position.svg() == position._repr_svg_()
    assert "south store: 1, sown into" in position.svg(last=(Kalah(), "3"))
    assert "sown into" not in position.svg()
    with pytest.raises(ArgumentError, match="leads elsewhere$"):
        position.svg(last=(Kalah(), "4"))
    with pytest.raises(PlayError):
        position.svg(last=(position, "3"))


def test_notebooks_show_the_board():
    class Printer:
        def text(self, text):
            self.shown = text

    printer = Printer()
    TokKuRou()._repr_pretty_(printer, False)
    assert printer.shown == TokKuRou().text()


def test_everything_public_is_exported():
    public = {name for name in vars(tok_ku_rou._core) if name[0].isalpha()}
    assert public <= set(tok_ku_rou.__all__)
    assert all(getattr(tok_ku_rou, name).__doc__ for name in tok_ku_rou.__all__)


def test_games_are_no_values():
    with pytest.raises(TypeError):
        hash(Game())
