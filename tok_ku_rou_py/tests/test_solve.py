"""Solving: values against the data and plain minimax, tables and boards in files, and work that is ended."""

import math
import threading
import time

import pytest
from conftest import (
    best_margin,
    ctrl_c_after,
    kalah_rules,
    lets_others_run,
    margin_of,
    random_game,
    read_json,
    tiny_positions,
)

from tok_ku_rou import (
    ArgumentError,
    EndgameTable,
    Game,
    Kalah,
    KalahRules,
    SmallBoard,
    Stop,
    StoppedError,
    TableError,
    TokKuRou,
    TokKuRouError,
    TokKuRouRules,
    mcts,
    parse,
    search,
    solve,
)

RULES = KalahRules(4, 3, capture="leave-empty")
CLOCKWISE = Kalah(KalahRules(3, 2, direction="clockwise"))
SMALL = TokKuRouRules(1, 3)


def test_known_values():
    checked = 0
    for entry in read_json("kalah_values.json")["entries"]:
        seeds = 2 * entry["pits"] * entry["stones"]
        if seeds > 24 or entry["value"] is None:
            continue
        start = Kalah(kalah_rules(entry["rules"], entry["pits"], entry["stones"]))
        table = EndgameTable.build(start.rules, min(seeds, 9))
        for told in ({}, {"table": table, "threads": 2}, {"table": table, "memory_mb": 1}):
            result = solve(start, **told)
            assert result.complete
            assert (result.value, result.bounds) == (entry["value"], (entry["value"],) * 2)
            assert {move.pit: move.value for move in result.moves} == dict(enumerate(entry["move_values"]))
            assert result.best == result.line[0] and result.best in entry["best_moves"]
        winner = solve(start, table=table, win_only=True)
        words = {1: "win", 0: "tie", -1: "loss"}
        signs = [(value > 0) - (value < 0) for value in entry["move_values"]]
        assert {move.pit: words[signs[move.pit]] for move in winner.moves} == {
            move.pit: move.proven for move in winner.moves
        }
        assert winner.complete and winner.line == () and winner.best == winner.moves[0].pit
        assert winner.proven == words[max(signs)]
        checked += 1
    assert checked == 41, "the boards of the file with so few seeds"


def test_all_is_plain_minimax():
    positions = [position for position in tiny_positions(400) if isinstance(position, Kalah)]
    tables, probed, over = {}, 0, 0
    assert len(positions) > 50
    for position in positions:
        table = tables.setdefault(str(position.rules), EndgameTable.build(position.rules, 6))
        for told in ({}, {"table": table}):
            result = solve(position, **told)
            assert result.value == best_margin(position), position
            assert {move.pit: move.value for move in result.moves} == {
                pit: margin_of(position, pit) for pit in position.legal_moves()
            }, position
        # Where the line ends, the game has ended so.
        last = position
        for pit in result.line:
            last = last.play(pit)
        assert last.is_over
        assert last.margin_bounds[0] * (1 if last.turn == position.turn else -1) == result.value, position
        values = [move.value for move in result.moves]
        assert values == sorted(values, reverse=True)
        assert solve(Game(position)) == solve(position)
        if position.is_over:
            over += 1
            assert result.best is None and result.line == () and result.complete
        if position.pits.sum() <= 6:
            probed += 1
            assert table.probe(position) == best_margin(position), position
        else:
            assert table.probe(position) is None
    assert probed > 20 and over > 0


@pytest.mark.parametrize(("pits", "seeds"), [(1, 5), (3, 8), (4, 0), (6, 6)])
def test_how_many_positions_a_table_has(pits, seeds):
    table = EndgameTable.build(KalahRules(pits, 2), seeds)
    both, one = math.comb(seeds + 2 * pits, 2 * pits), math.comb(seeds + pits, pits)
    assert len(table) == both - 2 * one + 1
    assert table.seeds == seeds and table.rules == KalahRules(pits, 1)


def test_searches_with_a_table_are_exact():
    table = EndgameTable.build(RULES, 12)
    positions = [position for seed in range(60) for position in random_game(Kalah(RULES), seed)]
    within = [
        position for position in positions if not position.is_over and 6 <= position.pits.sum() <= 12
    ]
    assert len(within) > 100
    for position in within:
        expected = solve(position)
        best = {move.pit for move in expected.moves if move.value == expected.value}
        found = search(position, depth=1, table=table)
        assert found.complete and found.margin == expected.value and found.best in best, position
        for evaluator in (None, "estimate", lambda _, masks: (masks * 1.0, masks[:, 0] * 0.0)):
            grown = mcts(position, evaluator=evaluator, simulations=500, goal="margin", table=table)
            assert grown.bounds == (expected.value,) * 2 and grown.best in best, position
    blind = [search(position, depth=1) for position in within]
    assert not all(found.complete for found in blind), "it is the table that knows"


def small_values():
    """The value of every position of a small board by rounds of plain minimax, where what goes on for ever is a tie."""
    found = {}

    def positions(left, pits):
        if len(pits) == 3:
            yield [[pits[0], pits[1]], [pits[2], left]]
        else:
            for seeds in range(left + 1):
                yield from positions(left - seeds, [*pits, seeds])

    for pits in positions(12, []):
        position = TokKuRou.from_setup(pits=pits, rules=SMALL)
        found[position] = position.margin_bounds[0] if position.is_over else 0

    def value(position):
        if position.is_over:
            return position.margin_bounds[0]
        # The board looks the same from both chairs.
        return found[TokKuRou.from_setup(pits=position.pits[::-1].tolist(), rules=SMALL)]

    while True:
        new = {
            position: max((-value(position.play(pit)) for pit in position.legal_moves()), default=old)
            for position, old in found.items()
        }
        if new == found:
            return found
        found = new


def test_small_boards_by_rounds_of_minimax():
    board, values = SmallBoard.solve(SMALL, threads=2), small_values()
    assert len(board) == len(values) == 455
    assert len(set(values.values())) > 3
    for position, value in values.items():
        assert board.find(position).margin == value, position
        moves = board.moves(position)
        assert sorted(pit for pit, _ in moves) == position.legal_moves()
        for pit, solved in moves:
            assert solved.margin == margin_of(position, pit, lambda after: board.find(after).margin)
        if moves:
            assert moves[0][1] == board.find(position), position
        else:
            assert board.find(position).plies == 0


def test_small_boards_by_minimax():
    board, checked = SmallBoard.solve(TokKuRouRules(2, 2)), 0
    for position in tiny_positions(1_000):
        if position.rules == board.rules:
            assert board.find(position).margin == best_margin(position), position
            checked += 1
    assert checked > 20


@pytest.fixture(scope="module")
def table():
    """A table of some kilobytes."""
    return EndgameTable.build(RULES, 7)


@pytest.fixture(scope="module")
def board():
    """A small board."""
    return SmallBoard.solve(SMALL)


def test_files(table, board, tmp_path):
    table.save(tmp_path / "table")
    board.save(str(tmp_path / "board"))
    again, board_again = EndgameTable.load(str(tmp_path / "table")), SmallBoard.load(tmp_path / "board")
    assert (again.seeds, again.rules, len(again)) == (table.seeds, table.rules, len(table))
    assert (board_again.rules, len(board_again)) == (board.rules, len(board))
    for seed in range(20):
        for position in random_game(Kalah(RULES), seed):
            assert again.probe(position) == table.probe(position)
        for position in random_game(TokKuRou(SMALL), seed):
            assert board_again.moves(position) == board.moves(position)


@pytest.mark.parametrize("kind", ["table", "board"])
def test_damaged_files(kind, table, board, tmp_path):
    whole = tmp_path / "whole"
    kept, other = (table, board) if kind == "table" else (board, table)
    kept.save(whole)
    content = whole.read_bytes()
    type(kept).load(whole)
    damaged = [b"", b"a letter", content[:-1], content[:30], content + b"\0"]
    for at in [*range(40), len(content) // 2, len(content) - 1]:
        damaged.append(content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :])
    for bytes_ in damaged:
        whole.write_bytes(bytes_)
        with pytest.raises(TableError, match="expected") as raised:
            type(kept).load(whole)
        assert isinstance(raised.value, ValueError)
    other.save(whole)
    with pytest.raises(TableError):
        type(kept).load(whole)
    with pytest.raises(FileNotFoundError) as missing:
        type(kept).load(tmp_path / "missing")
    assert missing.value.filename == str(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        kept.save(tmp_path)


def test_progress_of_a_table():
    told = []
    table = EndgameTable.build(RULES, 9, progress=lambda *now: told.append((*now, threading.get_ident())))
    dones = [done for done, _, _ in told]
    assert dones == sorted(dones) and dones[-1] == len(table)
    assert {(total, thread) for _, total, thread in told} == {(len(table), threading.get_ident())}


def test_progress_of_a_board(board):
    told = []
    SmallBoard.solve(SMALL, progress=lambda *now: told.append(now))
    stages = list(dict.fromkeys(stage for stage, _, _ in told))
    rounds = [f"round {number}" for number in range(1, len(stages) - 1)]
    assert stages == ["count", "link", *rounds] and len(rounds) > 1
    assert all(0 < done <= total for _, done, total in told)


def test_progress_of_a_solve():
    start = Kalah(KalahRules(6, 6))
    told, stop = [], Stop()

    def progress(so_far):
        told.append((so_far, threading.get_ident()))
        if len(told) == 5:
            stop.set()

    result = solve(start, progress=progress, stop=stop)
    assert told[-1] == (result, threading.get_ident()) and len(told) > 5
    assert {thread for _, thread in told} == {threading.get_ident()}
    nodes = [so_far.nodes for so_far, _ in told]
    assert nodes == sorted(nodes) and nodes[0] < nodes[-1]
    for so_far, _ in told:
        assert not so_far.complete and so_far.line == ()
        assert sorted(move.pit for move in so_far.moves) == start.legal_moves()
    told.clear()
    result = solve(Kalah(KalahRules(3, 3)), progress=progress)
    assert result.complete and told[-1][0] is result, "whoever is told sees the end of it, line and all"


MAKERS = [
    lambda **told: EndgameTable.build(RULES, 8, **told),
    lambda **told: SmallBoard.solve(SMALL, **told),
]
SOLVE = [lambda **told: solve(Kalah(KalahRules(6, 6)), **told)]


@pytest.mark.parametrize("make", MAKERS + SOLVE, ids=["table", "board", "solve"])
def test_what_progress_raises_comes_out(make):
    class OutOfPatienceError(Exception):
        pass

    told = []

    def progress(*now):
        told.append(now)
        raise OutOfPatienceError

    with pytest.raises(OutOfPatienceError):
        make(progress=progress)
    assert len(told) == 1, "it is not called again"
    with pytest.raises(TypeError, match="expected a callable or None, found int"):
        make(progress=3)


@pytest.mark.parametrize("make", MAKERS, ids=["table", "board"])
def test_a_stop_leaves_nothing(make):
    stop = Stop()
    assert len(make(stop=stop)) > 0
    # Progress may set it as well.
    with pytest.raises(StoppedError, match="stopped") as raised:
        make(stop=stop, progress=lambda *_: stop.set())
    assert isinstance(raised.value, TokKuRouError)
    with pytest.raises(StoppedError):
        make(stop=stop)


def test_a_stopped_solve_tells_what_is_proved():
    start, stop = Kalah(KalahRules(6, 6)), Stop()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    began = time.monotonic()
    result = solve(start, stop=stop, threads=2)
    assert time.monotonic() - began < 1.3
    assert not result.complete and result.line == () and result.nodes > 0
    assert result.value is None and result.best in start.legal_moves()
    assert all(low <= high for low, high in (move.bounds for move in result.moves))
    # It stays set.
    assert not solve(Kalah(KalahRules(3, 2)), stop=stop).complete
    assert solve(Kalah(KalahRules(3, 2)), stop=Stop()).complete


@pytest.mark.parametrize(
    "work",
    [
        lambda: solve(Kalah(KalahRules(6, 6))),
        lambda: solve(Kalah(KalahRules(6, 6)), threads=2, progress=lambda _: None),
        lambda: EndgameTable.build(KalahRules(6, 4), 19),
        lambda: EndgameTable.build(KalahRules(6, 4), 19, threads=2, progress=lambda *_: None),
        lambda: SmallBoard.solve(TokKuRouRules(3, 1)),
    ],
    ids=["solve", "solve with progress", "table", "table with progress", "board"],
)
def test_ctrl_c(work):
    timer = ctrl_c_after(0.3)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - began < 1.3
    timer.join()


def test_other_threads_run_meanwhile():
    lets_others_run(lambda: EndgameTable.build(KalahRules(6, 4), 13))


def test_what_cannot_be(table, board):
    other = Kalah(KalahRules(4, 3))
    assert table.probe(other) is None
    for call in (solve, lambda *a, **b: search(*a, depth=1, **b), lambda *a, **b: mcts(*a, simulations=1, **b)):
        with pytest.raises(ArgumentError, match="expected a table for 4x3, found one for 4x1,leave-empty"):
            call(other, table=table)
        with pytest.raises(TypeError):
            call(other, table=board)
        with pytest.raises(ArgumentError, match="Tok Ku Rou"):
            call(TokKuRou(), table=table)
    for clockwise in (lambda: solve(CLOCKWISE), lambda: EndgameTable.build(CLOCKWISE.rules, 2)):
        with pytest.raises(ArgumentError, match="expected counterclockwise rules"):
            clockwise()
    for game in (TokKuRou(), Game(TokKuRou())):
        with pytest.raises(ArgumentError, match="expected a position of Kalah"):
            solve(game)
    with pytest.raises(ArgumentError, match="expected at most 178956970 positions of 12 columns"):
        SmallBoard.solve(TokKuRouRules())
    with pytest.raises(ArgumentError, match="expected the rules 1x3, found 1x2"):
        board.find(TokKuRou(TokKuRouRules(1, 2)))
    with pytest.raises(ArgumentError, match="expected 12 seeds, found 7"):
        board.moves(parse("tok_ku_rou 1/2/2/2 s 1x3"))
    for value in (TokKuRou(), "kalah 6x4", None):
        with pytest.raises(TypeError, match="expected a position of Kalah"):
            table.probe(value)
    for method in (board.find, board.moves):
        with pytest.raises(TypeError, match="expected a position of Tok Ku Rou, found Kalah"):
            method(other)


@pytest.mark.parametrize("seeds", [-1, 256, 10**30])
def test_no_number_of_seeds(seeds):
    with pytest.raises(ArgumentError, match="expected 0 to 255 seeds"):
        EndgameTable.build(RULES, seeds)


@pytest.mark.parametrize("seeds", [True, 3.0, None, "3"])
def test_what_is_no_number_of_seeds(seeds):
    with pytest.raises(TypeError, match="expected 0 to 255 seeds"):
        EndgameTable.build(RULES, seeds)
