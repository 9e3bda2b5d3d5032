"""What functions take, and which exceptions say that they do not: never a panic."""

import copy
import pickle

import numpy as np
import pytest

from tok_ku_rou import (
    ArgumentError,
    Engine,
    Game,
    Kalah,
    KalahRules,
    Match,
    Outcome,
    ParseError,
    PlayError,
    Position,
    RulesError,
    SelfPlay,
    SetupError,
    TokKuRou,
    TokKuRouError,
    TokKuRouRules,
    mcts,
    parse,
    search,
)

NO_PITS = [True, False, None, 3.0, 2.5, np.float64(2), np.bool_(True), b"3", [2], (2,), 1j, object()]


@pytest.mark.parametrize(
    "pit", [2, np.int8(2), np.uint64(2), np.int64(2), np.array(2), "3", " 3 ", np.str_("3")]
)
def test_pits(pit):
    assert Kalah().play(pit) == Kalah().play(2)
    assert Kalah().move_name(pit) == "3"
    assert Kalah().trace(pit)[0].pit == 2
    game = Game(Kalah())
    game.push(pit)
    assert game.moves == [2]


def test_pits_of_tok_ku_rou():
    start = TokKuRou()
    names = [f"b{number}" for number in range(1, 13)] + [f"f{number}" for number in range(12, 0, -1)]
    assert [start.move_name(pit) for pit in range(24)] == names
    assert [start.parse_move(name) for name in names] == list(range(24))
    assert start.play("f1") == start.play(23)


@pytest.mark.parametrize("pit", NO_PITS, ids=repr)
@pytest.mark.parametrize(
    "method", [Kalah().play, TokKuRou().play, Kalah().trace, Kalah().move_name, Game().push]
)
def test_what_is_no_pit(method, pit):
    with pytest.raises(TypeError, match="expected a pit from 0 to"):
        method(pit)


@pytest.mark.parametrize(
    "pit", [-1, 6, 7, 255, 256, 2**31, 2**63, 10**30, -(10**30), 10**5000, np.int64(-1)], ids=type
)
@pytest.mark.parametrize("method", [Kalah().play, Kalah().trace, Kalah().move_name, Game(Kalah()).push])
def test_numbers_of_no_pit(method, pit):
    with pytest.raises(PlayError, match="expected a pit from 0 to 5 or the name of a move, found"):
        method(pit)


def test_moves_that_cannot_be_played():
    with pytest.raises(PlayError, match="^expected at least 1 seed, found 0 there$"):
        Kalah().play(0).with_turn("south").play(0)
    with pytest.raises(PlayError, match="^expected at least 2 seeds, found 0 there$"):
        parse("tok_ku_rou 2,2/2,2/2,2/0,2 s 2x2").play("b1")
    with pytest.raises(PlayError, match="^expected a game in progress, found one that is over$"):
        parse("kalah 0,0/0,0 4,4 s 2x2").play(0)
    for name in ["0", "7", "", "b1", "S3", "-1", "３"]:
        with pytest.raises(ParseError) as caught:
            Kalah().play(name)
        assert caught.value.part in ("move", "end")


@pytest.mark.parametrize(
    ("text", "part", "at"),
    [
        ("", "game", 0),
        ("chess", "game", 0),
        ("kalah 4,4,4,4,4,4/4,4,4,x,4,4 0,0 s 6x4", "seeds", 24),
        ("kalah 4,4/4,4 0,0 e 2x4", "turn", 18),
        ("kalah 6x4,leave-emty", "rule", 10),
        ("tok_ku_rou 14x1", "size", 11),
    ],
)
def test_texts_that_cannot_be_read(text, part, at):
    with pytest.raises(ParseError, match=f"^byte {at}: expected") as caught:
        parse(text)
    assert (caught.value.part, caught.value.at) == (part, at)


@pytest.mark.parametrize("number", [True, None, 6.0, "6", np.float32(6), [6]], ids=repr)
def test_what_is_no_number(number):
    for make in [
        lambda: KalahRules(pits=number),
        lambda: KalahRules(seeds=number),
        lambda: TokKuRouRules(columns=number),
        lambda: TokKuRouRules(seeds=number),
        lambda: Kalah().perft(number),
        lambda: Kalah.from_setup([[number] * 6, [4] * 6]),
        lambda: Kalah.from_setup([[4] * 6] * 2, [0, number]),
        lambda: TokKuRou.from_setup([[2] * 23 + [number], [2] * 24]),
        lambda: Match().record("first", "south", Outcome("south", "no-move"), (number, 3)),
    ]:
        with pytest.raises(TypeError):
            make()
    for name in ["max_plies", "max_no_capture"]:
        if number is not None:
            with pytest.raises(TypeError):
                Game(**{name: number})


@pytest.mark.parametrize("number", [-1, 10**30, 2**32])
def test_numbers_out_of_range(number):
    for error, make in [
        (RulesError, lambda: KalahRules(pits=number)),
        (RulesError, lambda: TokKuRouRules(seeds=number)),
        (ArgumentError, lambda: Kalah().perft(number)),
        (SetupError, lambda: Kalah.from_setup([[number] * 6, [4] * 6])),
        (SetupError, lambda: Kalah.from_setup([[4] * 6] * 2, [0, number])),
        (ArgumentError, lambda: Game(max_plies=number)),
    ]:
        with pytest.raises(error, match="^expected "):
            make()
    with pytest.raises(ArgumentError, match="^expected a depth from 0 to 255, found 256"):
        TokKuRou().perft(256)


def test_rules_that_do_not_exist():
    for make, message in [
        (lambda: KalahRules(8, 4), "expected 1 to 7 pits a row, found 8"),
        (lambda: KalahRules(6, 0), "expected 1 to 20 seeds a pit, found 0"),
        (lambda: KalahRules(7, 20), "expected at most 255 seeds in all, found 280"),
        (lambda: TokKuRouRules(14), "expected 1 to 13 columns, found 14"),
        (
            lambda: KalahRules(capture="take"),
            'expected "take-empty" or "leave-empty" or "keep-sowing", found "take"',
        ),
        (lambda: KalahRules(sweep=""), 'expected "owner" or "finisher" or "none", found ""'),
        (lambda: KalahRules(direction="left"), 'expected "counterclockwise" or "clockwise", found "left"'),
        (lambda: TokKuRouRules(laps="two"), 'expected "single" or "multiple", found "two"'),
    ]:
        with pytest.raises(RulesError) as caught:
            make()
        assert str(caught.value) == message


@pytest.mark.parametrize(
    "pits",
    [
        [],
        [[4] * 6],
        [[4] * 6] * 3,
        [[4] * 5, [4] * 6],
        [[], []],
        [[4] * 7] * 2,
        [[-1] * 6] * 2,
        [[256] * 6] * 2,
        np.zeros((2, 5), int),
    ],
    ids=repr,
)
def test_boards_that_are_none(pits):
    with pytest.raises(SetupError, match="^expected "):
        Kalah.from_setup(pits)


@pytest.mark.parametrize(
    "pits", [None, 4, "44", [4, 4], np.full((2, 6), 4.0), np.ones((2, 6), bool)], ids=repr
)
def test_what_is_no_board(pits):
    with pytest.raises(TypeError):
        Kalah.from_setup(pits)


def test_boards_from_arrays():
    for dtype in [np.uint8, np.int8, np.int64]:
        assert Kalah.from_setup(np.full((2, 6), 4, dtype), np.zeros(2, dtype)) == Kalah()
    assert TokKuRou.from_setup(TokKuRou().play(3).pits, "north") == TokKuRou().play(3)


def test_endless_needs_multiple_laps():
    pits = [[2] * 24] * 2
    with pytest.raises(SetupError, match="^expected multiple laps of an endless sow, found single laps$"):
        TokKuRou.from_setup(pits, endless=True)
    over = TokKuRou.from_setup(pits, rules=TokKuRouRules.TRADITIONAL, endless=True)
    assert over.outcome == Outcome(None, "endless")


def test_boards_of_the_protocol():
    board = Kalah.from_protocol("<3,5,7,1,2,3,4,5,6>", KalahRules(3, 4), turn="north")
    assert (board.scores, board.turn, board.pits.tolist()) == ((5, 7), "north", [[1, 2, 3], [4, 5, 6]])
    with pytest.raises(ParseError) as caught:
        Kalah.from_protocol("<3,5,7,1,2,3,4,5,6>")
    assert caught.value.part == "pits"
    with pytest.raises(SetupError):
        Kalah.from_protocol("<1,255,0,1,1>", KalahRules(1, 1))


def test_words_that_mean_nothing():
    for make in [
        lambda: Kalah().with_turn("east"),
        lambda: Kalah().with_turn("South"),
        lambda: Kalah.from_setup([[4] * 6] * 2, turn="s"),
        lambda: Game(repetition="draw"),
        lambda: Game().resign(""),
        lambda: Match(starts="winner"),
        lambda: setattr(Match(), "starts", "winner"),
        lambda: Match().record_game("third", Game()),
        lambda: Outcome("both", "no-move"),
        lambda: Outcome("south", "abandoned"),
        lambda: Outcome(None, "resigned"),
    ]:
        with pytest.raises(ArgumentError, match="^expected "):
            make()
    with pytest.raises(ParseError):
        Outcome("south", "time")


def test_values_of_other_classes():
    for make in [
        Position,
        lambda: Kalah(TokKuRouRules()),
        lambda: Kalah("6x4"),
        lambda: TokKuRou(KalahRules()),
        lambda: Game(3),
        lambda: Game([Kalah()]),
        lambda: parse(b"kalah 6x4"),
        lambda: parse(None),
        lambda: Kalah().with_turn(0),
        lambda: Kalah().svg(last=Kalah()),
        lambda: Match().record("first", "south", "no-move", (1, 2)),
        lambda: TokKuRou.from_setup([[2] * 24] * 2, endless=1),
    ]:
        with pytest.raises(TypeError):
            make()


def errors():
    for make in [
        lambda: KalahRules(9),
        lambda: Kalah.from_setup([]),
        lambda: Kalah().play(6),
        lambda: parse("kalah 6x"),
        lambda: Match("x"),
    ]:
        try:
            make()
        except TokKuRouError as error:
            yield error


def test_exceptions_survive_a_process_boundary():
    found = list(errors())
    assert [type(error) for error in found] == [RulesError, SetupError, PlayError, ParseError, ArgumentError]
    for error in found:
        assert isinstance(error, ValueError)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            for other in [pickle.loads(pickle.dumps(error, protocol)), copy.deepcopy(error)]:
                assert type(other) is type(error)
                assert str(other) == str(error)
                assert vars(other) == vars(error)
    assert vars(found[3]) == {"part": "size", "at": 8}


class Number:
    """An integer that does something when it is read."""

    def __init__(self, act, number=2):
        self.act, self.number = act, number

    def __index__(self):
        self.act()
        return self.number


class Tag(str):
    """A text that does something when it is shown."""

    def __repr__(self):
        self.act()
        return super().__repr__()


@pytest.mark.parametrize(
    "look", [pickle.dumps, copy.deepcopy, repr, str, lambda one: one == copy.copy(one)], ids=range(5)
)
def test_arguments_may_look_at_what_they_are_for(look):
    game, match, engine, tag, seen = Game(Kalah()), Match(), Engine(1), Tag("Khartoum"), []
    tag.act = lambda: seen.append(look(game))
    game.push(Number(lambda: seen.append(look(game))))
    game.tags = {"Place": tag}
    match.record("first", "south", Outcome("south", "no-move"), (Number(lambda: seen.append(look(match))), 3))
    engine.level = Number(lambda: seen.append(look(engine)))
    assert game.moves == [2] and game.tags == {"Place": "Khartoum"}
    assert match.seeds == (2, 3) and engine.level == 2
    assert len(seen) == 4


def test_a_move_that_its_own_argument_makes_first_is_not_made_twice():
    game = Game(Kalah())
    with pytest.raises(PlayError):
        game.push(Number(lambda: game.push(2)))
    assert game.moves == [2]


def test_what_reading_an_argument_raises_comes_out():
    def fail():
        raise LookupError("mine")

    class Fraction:
        def __float__(self):
            fail()

    number = Number(fail)
    for call in [
        lambda: Kalah().play(number),
        lambda: Kalah().perft(number),
        lambda: KalahRules(number),
        lambda: Game(max_plies=number),
        lambda: Engine(number),
        lambda: search(Kalah(), depth=number),
        lambda: search(Kalah(), seconds=Fraction()),
        lambda: mcts(Kalah(), simulations=1, exploration=Fraction()),
        lambda: SelfPlay(Kalah(), temperature=Fraction()),
    ]:
        with pytest.raises(LookupError, match="mine"):
            call()


def test_numbers_beyond_all_floats():
    for call in [
        lambda: search(Kalah(), seconds=10**400),
        lambda: mcts(Kalah(), simulations=1, exploration=1e300),
        lambda: SelfPlay(Kalah(), temperature=-(10**400)),
    ]:
        with pytest.raises(ArgumentError, match="^expected a"):
            call()
