"""Both games for OpenSpiel: importing this module registers "python_kalah" and "python_tok_ku_rou".

Their parameters, for `pyspiel.load_game`, are the words of the rules, and "reward" and "max_plies" of `Customs`:

- python_kalah: pits, seeds, capture, sweep, direction;
- python_tok_ku_rou: columns, seeds, laps.

Player 0 is South and moves first; in Kalah a player may move several times in a row, so ask `current_player()`. The
actions are the pits from 0. Returns are zero-sum, within -1 and 1.

`SowingBot` offers the package's players, `SearchBot` its search, as `pyspiel.Bot`. Of OpenSpiel's own algorithms, use
those written in Python; see the README for those in C++. Needs the extra `open-spiel`.
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from tok_ku_rou._core import Game, KalahRules, TokKuRouRules, pick, search
from tok_ku_rou.customs import PLAYERS, Customs, LearningGame
from tok_ku_rou.errors import PlayError, TokKuRouError
from tok_ku_rou.seating import seed_at

__all__ = ["KalahGame", "SearchBot", "SowingBot", "SowingGame", "SowingObserver", "SowingState", "TokKuRouGame"]

_CUSTOMS: dict[str, Any] = {"reward": "outcome", "max_plies": 1000}


def _game_type(name: str, long_name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters | _CUSTOMS,
    )


class SowingGame(pyspiel.Game):
    """A game under some rules, from which states are made."""

    def __init__(self, game_type: Any, rules: Any, parameters: dict[str, Any]) -> None:
        told = _CUSTOMS | {name: parameters[name] for name in _CUSTOMS if name in parameters}
        names = game_type.parameter_specification.keys() - _CUSTOMS.keys()
        try:
            self.customs = Customs(rules(**{name: parameters[name] for name in names if name in parameters}), **told)
        except TokKuRouError as error:
            raise pyspiel.SpielError(str(error)) from error
        info = pyspiel.GameInfo(
            num_distinct_actions=self.customs.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.customs.max_plies,
        )
        super().__init__(game_type, info, parameters)

    def new_initial_state(self, state: None = None) -> "SowingState":
        """The start of a game."""
        return SowingState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """What OpenSpiel looks at states with; the parameter "observation" is "counts" or "one-hot"."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SowingObserver(self.customs, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class KalahGame(SowingGame):
    """Kalah."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_KALAH, KalahRules, params or {})


class TokKuRouGame(SowingGame):
    """Tok Ku Rou."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TOK_KU_ROU, TokKuRouRules, params or {})


class SowingState(pyspiel.State):
    """A state of a game; its string is the position's notation."""

    def __init__(self, game: SowingGame) -> None:
        super().__init__(game)
        self._play = LearningGame(game.customs)

    @property
    def game(self) -> Game:
        """The game as the package plays it, with its history."""
        return self._play.game

    @property
    def learning_game(self) -> LearningGame:
        """The game with its rewards and observations."""
        return self._play

    def current_player(self) -> int:
        """Who is to move: 0 is South, 1 is North; `pyspiel.PlayerId.TERMINAL` at the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self._play.is_over else PLAYERS.index(self._play.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return self._play.game.legal_moves()

    def _apply_action(self, action: int) -> None:
        try:
            self._play.game.push(action)
        except PlayError as error:
            raise pyspiel.SpielError(str(error)) from error

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self._play.game.position.move_name(action)
        except PlayError as error:
            raise pyspiel.SpielError(str(error)) from error

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._play.is_over

    def returns(self) -> list[float]:
        """South's and North's reward."""
        return list(self._play.rewards())

    def __str__(self) -> str:
        return str(self._play.game.position)


class SowingObserver:
    """What a player sees of a state, from the player's own seat: see `Position.observation`."""

    def __init__(self, customs: Customs, params: dict[str, Any] | None = None) -> None:
        try:
            self._customs = Customs(customs.rules, **(params or {}))
        except (TokKuRouError, TypeError) as error:
            raise pyspiel.SpielError(str(error)) from error
        shape = self._customs.observation_shape
        self.tensor: NDArray[np.float32] = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SowingState, player: int) -> None:
        """Writes the tensor."""
        play = state.learning_game
        self.dict["observation"][:] = play.observe(PLAYERS[player], self._customs.observation)

    def string_from(self, state: SowingState, player: int) -> str:
        """The position's notation, and how often it came up before if it did."""
        earlier = state.game.occurrences - 1
        return f"{state} again {earlier}" if earlier else str(state)


class _Bot(pyspiel.Bot):
    """A player who moves by itself, whichever seat it has."""

    def restart(self) -> None:
        """Does nothing: a move depends on the state alone."""

    def restart_at(self, state: SowingState) -> None:
        """Does nothing: a move depends on the state alone."""

    def inform_action(self, state: SowingState, player: int, action: int) -> None:
        """Does nothing: a move depends on the state alone."""

    def provides_policy(self) -> bool:
        """True: all of it on the move made."""
        return True

    def get_policy(self, state: SowingState) -> list[tuple[int, float]]:
        """Each legal pit with its probability."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: SowingState) -> tuple[list[tuple[int, float]], int]:
        """Each legal pit with its probability, and the move."""
        move = self.step(state)
        return [(pit, float(pit == move)) for pit in state.legal_actions()], move

    def step(self, state: SowingState) -> int:
        """The move."""
        raise NotImplementedError


class SowingBot(_Bot):
    """One of the package's players: a level from 1 to 7, or "random"; the same state and seed, the same move."""

    def __init__(self, player: Any = 7, seed: int = 0) -> None:
        super().__init__()
        self._player, self._seed = player, seed

    def step(self, state: SowingState) -> int:
        """The move."""
        return pick(state.game, self._player, seed_at(self._seed, state.game.ply))


class SearchBot(_Bot):
    """The package's alpha-beta search; the arguments are those of `search`, such as `depth=8` or `nodes=100_000`."""

    def __init__(self, **limits: Any) -> None:
        super().__init__()
        self._limits = limits

    def step(self, state: SowingState) -> int:
        """The move."""
        best = search(state.game, **self._limits).best
        assert best is not None
        return best


_KALAH = _game_type(
    "python_kalah",
    "Kalah (tok_ku_rou)",
    {"pits": 6, "seeds": 4, "capture": "take-empty", "sweep": "owner", "direction": "counterclockwise"},
)
_TOK_KU_ROU = _game_type("python_tok_ku_rou", "Tok Ku Rou", {"columns": 12, "seeds": 2, "laps": "single"})
pyspiel.register_game(_KALAH, KalahGame)
pyspiel.register_game(_TOK_KU_ROU, TokKuRouGame)
