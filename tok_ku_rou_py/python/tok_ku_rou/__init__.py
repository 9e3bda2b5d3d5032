"""Tok Ku Rou, the four-row sowing game of South Sudan, and Kalah: rules and games at native speed.

Players are the words "south" and "north". A pit is an int from 0, or the name of its move as in the notation.

>>> from tok_ku_rou import Kalah, KalahRules
>>> position = Kalah(KalahRules.STANDARD)
>>> position.play(2).turn
'south'
"""

from tok_ku_rou._core import (
    Batch,
    Engine,
    Game,
    Kalah,
    KalahBatch,
    KalahRules,
    Match,
    Outcome,
    Position,
    SelfPlay,
    Stop,
    TokKuRou,
    TokKuRouBatch,
    TokKuRouRules,
    __version__,
    analyse,
    mcts,
    parse,
    pick,
    search,
)
from tok_ku_rou.analysis import Branch, Line, MctsResult, SearchResult
from tok_ku_rou.errors import ArgumentError, ParseError, PlayError, RulesError, SetupError, TokKuRouError
from tok_ku_rou.event import Event
from tok_ku_rou.learning import Samples, Step

__all__ = [
    "ArgumentError",
    "Batch",
    "Branch",
    "Engine",
    "Event",
    "Game",
    "Kalah",
    "KalahBatch",
    "KalahRules",
    "Line",
    "Match",
    "MctsResult",
    "Outcome",
    "ParseError",
    "PlayError",
    "Position",
    "RulesError",
    "Samples",
    "SearchResult",
    "SelfPlay",
    "SetupError",
    "Step",
    "Stop",
    "TokKuRou",
    "TokKuRouBatch",
    "TokKuRouError",
    "TokKuRouRules",
    "__version__",
    "analyse",
    "mcts",
    "parse",
    "pick",
    "search",
]
