"""What the PettingZoo environments `tok_ku_rou.kalah_v0` and `tok_ku_rou.tok_ku_rou_v0` have in common.

Importing it registers both for `pettingzoo.make("aec", "tok_ku_rou/Kalah-v0")` and "tok_ku_rou/TokKuRou-v0". Needs the
extra `pettingzoo`.
"""

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import pettingzoo
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from tok_ku_rou.customs import PLAYERS, Customs, LearningGame, word
from tok_ku_rou.rendering import MODES, Mode, frame

__all__ = ["SowingAEC", "wrapped"]

pettingzoo.register("aec", "tok_ku_rou/Kalah-v0", "tok_ku_rou.kalah_v0:env")
pettingzoo.register("aec", "tok_ku_rou/TokKuRou-v0", "tok_ku_rou.tok_ku_rou_v0:env")

_Mode: TypeAlias = Literal["human", Mode]


class SowingAEC(pettingzoo.AECEnv[str, dict[str, NDArray[Any]], int]):
    """A game between two agents: "player_0" is South and moves first, "player_1" is North.

    In Kalah an agent may be to move several times in a row: follow `agent_selection`.

    - Action: the pit, from 0, in the agent's own numbering.
    - Observation: `{"observation": float32 (planes, pits a player), "action_mask": int8 (pits a player)}` from the
      agent's own seat, also for the agent that is not to move; its mask is zeros then.
    - Rewards, illegal moves, the end: see `Customs`. Every agent's info has "reason" at the end, why it ended.

    There is no chance in the games, so the seed of `reset` changes nothing. An environment can be pickled and copied
    in the middle of a game.
    """

    def __init__(self, customs: Customs, name: str, render_mode: str | None = None) -> None:
        super().__init__()
        modes = list(get_args(_Mode))
        self.metadata = {"name": name, "render_modes": modes, "is_parallelizable": False, "render_fps": 2}
        if render_mode is not None:
            word(render_mode, _Mode, "render_mode")
        self.customs = customs
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._players = dict(zip(self.possible_agents, PLAYERS, strict=True))
        self._agent_of = dict(zip(PLAYERS, self.possible_agents, strict=True))
        high = customs.observation_high
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(high), high),
                    "action_mask": Box(0, 1, (customs.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(customs.num_actions) for agent in self.possible_agents}
        self._play: LearningGame | None = None

    @property
    def learning_game(self) -> LearningGame:
        """The game as it stands, with its history. Raises `ResetNeeded` before the first `reset`."""
        if self._play is None:
            raise ResetNeeded("expected reset() before anything else")
        return self._play

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game."""
        play = self._play = LearningGame(self.customs)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_of[play.turn]
        self._skip_agent_selection = None
        self._show()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, as new arrays."""
        play, player = self.learning_game, self._players[agent]
        return {"observation": play.observe(player), "action_mask": play.mask(player)}

    def step(self, action: Any) -> None:
        """Lifts a pit of the agent to move; None for an agent whose game is over."""
        play = self.learning_game
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        play.push(action)
        self.rewards = dict(zip(self.possible_agents, play.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, play.terminated)
        self.truncations = dict.fromkeys(self.agents, play.truncated)
        if play.is_over:
            self.infos = {agent: {"reason": play.reason} for agent in self.agents}
        self.agent_selection = self._agent_of[play.turn]
        # Rewards come at the end only: nothing has accumulated that would have to be taken away again.
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as `render_mode` says: "ansi" text, "svg" text, "rgb_array" (height, width, 3).

        "human" prints the board as text by itself after each move.
        """
        if self.render_mode in MODES:
            return frame(self.learning_game.game, self.render_mode)
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.learning_game.game.position.text())


def wrapped(raw: SowingAEC) -> pettingzoo.AECEnv[str, dict[str, NDArray[Any]], int]:
    """The environment with PettingZoo's usual checks of how it is used."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))
