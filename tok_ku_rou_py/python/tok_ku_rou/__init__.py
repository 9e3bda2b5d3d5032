"""Tok Ku Rou, the four-row sowing game of South Sudan, and Kalah: rules and games at native speed.

Players are the words "south" and "north". A pit is an int from 0, or the name of its move as in the notation.

>>> from tok_ku_rou import Kalah, KalahRules
>>> position = Kalah(KalahRules.STANDARD)
>>> position.play(2).turn
'south'
"""

from tok_ku_rou._core import (
    Batch,
    EndgameTable,
    Engine,
    Game,
    Kalah,
    KalahBatch,
    KalahRules,
    Match,
    Outcome,
    Position,
    SelfPlay,
    SmallBoard,
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
    solve,
)
from tok_ku_rou.analysis import Branch, Line, MctsResult, SearchResult, Solved, SolvedMove, SolveResult
from tok_ku_rou.errors import (
    ArgumentError,
    ParseError,
    PlayError,
    RulesError,
    SetupError,
    StoppedError,
    TableError,
    TokKuRouError,
)
from tok_ku_rou.event import Event
from tok_ku_rou.learning import Samples, Step

__all__ = [
    "ArgumentError",
    "Batch",
    "Branch",
    "EndgameTable",
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
    "SmallBoard",
    "SolveResult",
    "Solved",
    "SolvedMove",
    "Step",
    "Stop",
    "StoppedError",
    "TableError",
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
    "solve",
]
