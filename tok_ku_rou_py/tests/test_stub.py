"""Values are what the stub says they are; `mypy.stubtest` compares the rest with the module."""

import ast
import dataclasses
import os
import tempfile
import types
import typing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import tok_ku_rou
from tok_ku_rou import (
    EndgameTable,
    Engine,
    Game,
    Kalah,
    KalahBatch,
    KalahRules,
    Match,
    Outcome,
    PlayError,
    SelfPlay,
    SmallBoard,
    Stop,
    TokKuRou,
    TokKuRouBatch,
    TokKuRouRules,
    parse,
)

STUB = Path(tok_ku_rou.__file__).with_name("_core.pyi")
OVER = parse("kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")
NEARLY = parse("kalah 0,0,0,0,0,1/0,2,0,3,1,1 20,20 s 6x4")
PIT = {"pit": 0}


def kept(value):
    """A file that a table is saved in."""
    path = Path(tempfile.mkdtemp()) / "kept"
    value.save(path)
    return path


def samples():
    """New values of each class, and arguments for the methods that need some."""
    begun = Game(Kalah())
    begun.push(2)
    table, board = EndgameTable.build(KalahRules(), 3), SmallBoard.solve(TokKuRouRules(1, 1))
    return {
        "KalahRules": ([KalahRules()], {"parse": {"text": "6x4"}}),
        "TokKuRouRules": ([TokKuRouRules()], {"parse": {"text": "12x2"}}),
        "Outcome": ([Outcome("south", "no-move"), Outcome(None, "abandoned")], {}),
        "Position": (
            [TokKuRou(), Kalah(), OVER],
            {
                "play": PIT,
                "trace": PIT,
                "move_name": PIT,
                "parse_move": lambda position: {"text": position.move_name(0)},
                "with_turn": {"player": "north"},
                "perft": {"depth": 2},
                "_repr_pretty_": (types.SimpleNamespace(text=str), False),
            },
        ),
        "Kalah": (
            [Kalah(), OVER],
            {"from_setup": {"pits": [[4] * 6] * 2}, "from_protocol": {"text": Kalah().protocol()}},
        ),
        "TokKuRou": ([TokKuRou()], {"from_setup": {"pits": [[2] * 24] * 2}}),
        "Game": (
            [Game(max_plies=9), Game(Kalah(), max_no_capture=3, repetition="count"), Game(OVER), begun],
            {"from_record": {"text": str(Game())}, "push": PIT, "resign": {"player": "south"}},
        ),
        "Engine": ([Engine(1)], {"choose": {"position": Kalah()}}),
        "Batch": (
            [KalahBatch(2), TokKuRouBatch(2, observation=None)],
            {
                "step": {"actions": [2, 0]},
                "step_into": {"actions": [-1, -1]},
                "choose": {"player": "random", "seeds": [1, 2]},
            },
        ),
        "KalahBatch": ([KalahBatch(1)], {}),
        "TokKuRouBatch": ([TokKuRouBatch(1)], {}),
        "SelfPlay": ([SelfPlay(Kalah())], {}),
        "Stop": ([Stop()], {}),
        "EndgameTable": (
            [table],
            {
                "build": {"rules": KalahRules(2, 1), "seeds": 2},
                "load": lambda table: (kept(table),),
                "save": {"path": os.devnull},
                "probe": {"position": NEARLY},
            },
        ),
        "SmallBoard": (
            [board],
            {
                "solve": {"rules": TokKuRouRules(1, 1)},
                "load": lambda board: (kept(board),),
                "save": {"path": os.devnull},
                "find": {"position": TokKuRou(board.rules)},
                "moves": {"position": parse("tok_ku_rou 2/1/1/0 s 1x1")},
            },
        ),
        "Match": (
            [Match(), Match.parse("match 1-0 ties 0 seeds 5-4 starts toss last first first")],
            {
                "parse": {"text": str(Match())},
                "record": {
                    "south": "first",
                    "starter": "south",
                    "outcome": Outcome("south", "no-move"),
                    "scores": (1, 2),
                },
                "record_game": {"south": "first", "game": Game()},
            },
        ),
    }


def stub():
    """The stub run as Python, with its names."""
    module = types.ModuleType("stub")
    exec("from __future__ import annotations\n" + STUB.read_text(), vars(module))
    return module


def conforms(value, hint, own):
    """Whether a value is what a hint says; `own` is the class that `Self` means."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is typing.Self:
        return type(value) is own
    if hint is type(None) or hint is None:
        return value is None
    if origin is typing.Literal:
        return value in parts
    if origin in (typing.Union, types.UnionType):
        return any(conforms(value, part, own) for part in parts)
    if origin is list:
        return type(value) is list and all(conforms(item, parts[0], own) for item in value)
    if origin is tuple and parts[1:] == (...,):
        return type(value) is tuple and all(conforms(item, parts[0], own) for item in value)
    if origin is tuple:
        return (
            type(value) is tuple
            and len(value) == len(parts)
            and all(map(conforms, value, parts, [own] * len(parts)))
        )
    if origin is dict:
        return type(value) is dict and all(conforms(item, parts[1], own) for item in value.values())
    # Older releases of numpy write NDArray out as a class with a shape and a dtype.
    if origin in (NDArray, np.ndarray):
        [dtype] = typing.get_args(parts[-1]) or parts
        return isinstance(value, np.ndarray) and value.dtype == dtype
    # A class of the stub stands for the one of the package.
    return type(value) is getattr(tok_ku_rou, hint.__name__, hint)


def members():
    """Each public member of each class of the stub, as the class's name and the member's."""
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                name = getattr(member, "name", None) or member.target.id
                if not name.startswith("__"):
                    yield node.name, name


@pytest.mark.parametrize(("class_name", "name"), list(members()))
def test_values_are_what_the_stub_says(class_name, name):
    module = stub()
    told = getattr(module, class_name)
    values, arguments = samples()[class_name]
    given = arguments.get(name, {})
    declared = vars(told).get(name)
    compared = 0
    for value in values:
        if declared is None or isinstance(declared, property):
            hints = typing.get_type_hints(declared.fget if declared else told, vars(module))
            hint, found = hints["return" if declared else name], getattr(value, name)
        else:
            hint = typing.get_type_hints(getattr(told, name), vars(module))["return"]
            call, taken = getattr(value, name), given(value) if callable(given) else given
            try:
                found = call(*taken) if isinstance(taken, tuple) else call(**taken)
            except PlayError:
                # Finished games have no moves, fresh ones nothing to take back.
                continue
        if typing.get_origin(hint) is typing.ClassVar:
            [hint] = typing.get_args(hint)
        assert conforms(found, hint, type(value)), (
            f"{class_name}.{name} of {value!r} is {found!r}, not {hint}"
        )
        compared += 1
    assert compared


FUNCTIONS = {
    "parse": [{"text": "kalah 6x4"}, {"text": "tok_ku_rou 2x2"}],
    "search": [{"position": Kalah(), "depth": 2}, {"position": OVER, "depth": 2}, {"position": NEARLY, "depth": 9}],
    "analyse": [{"position": TokKuRou(), "depth": 1}, {"position": OVER, "nodes": 1}],
    "mcts": [{"position": Kalah(), "simulations": 9}, {"position": OVER, "simulations": 1}],
    "solve": [{"position": Kalah(KalahRules(3, 2))}, {"position": OVER}, {"position": NEARLY, "win_only": True}],
    "pick": [{"position": Kalah(), "player": "random", "seed": 1}, {"position": Game(), "player": 1, "seed": 1}],
}
FUNCTION_NAMES = [node.name for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("name", FUNCTION_NAMES)
def test_functions_give_what_the_stub_says(name):
    module = stub()
    hint = typing.get_type_hints(getattr(module, name), vars(module))["return"]
    for arguments in FUNCTIONS[name]:
        found = getattr(tok_ku_rou, name)(**arguments)
        assert conforms(found, hint, None), f"{name} of {arguments!r} is {found!r}, not {hint}"
        # What it is made of is told by dataclasses.
        for one in found if isinstance(found, list) else [found]:
            if dataclasses.is_dataclass(one):
                for field, told in typing.get_type_hints(type(one)).items():
                    assert conforms(getattr(one, field), told, None), f"{field} of {one!r} is not {told}"
