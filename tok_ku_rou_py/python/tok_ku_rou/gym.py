"""Both games as Gymnasium environments: one learner against a player of the package or a policy.

Importing it registers "tok_ku_rou/Kalah-v0" and "tok_ku_rou/TokKuRou-v0" for `gymnasium.make` and
`gymnasium.make_vec`; `gymnasium.make("tok_ku_rou.gym:tok_ku_rou/Kalah-v0")` imports it by itself. Needs the extra
`gymnasium`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from tok_ku_rou._core import KalahRules, TokKuRouRules
from tok_ku_rou.customs import PLAYERS, Customs, LearningGame, Opponent, rules_of, word
from tok_ku_rou.rendering import MODES, Mode, frame
from tok_ku_rou.seating import Seat, Seating

__all__ = ["KalahEnv", "SowingEnv", "TokKuRouEnv"]

for _name in ("Kalah", "TokKuRou"):
    gymnasium.register(
        f"tok_ku_rou/{_name}-v0",
        entry_point=f"tok_ku_rou.gym:{_name}Env",
        vector_entry_point=f"tok_ku_rou.vector:{_name}VectorEnv",
    )


class SowingEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One learner against an opponent, who moves within `reset` and `step`.

    - Action: the pit, from 0, in the learner's own numbering.
    - Observation: float32 (planes, pits a player) from the learner's seat.
    - Info: "action_mask", int8 (pits a player), 1 for each legal pit; when the game has ended also "reason", why.
    - Reward, illegal moves, the end: see `Customs`. The limit on plies truncates a game, everything else terminates it.

    `opponent` is "random", a level from 1 to 7, or a policy: a callable on a batch,
    `(observations float32 (b, planes, pits), masks int8 (b, pits)) -> b pits`, here always with b = 1; an illegal move
    of a policy raises `PlayError`. `seat` is the learner's: "south", who moves first, "north", "alternate" (by turns,
    South first after each seeding) or "random".

    A seed makes everything that follows reproducible, games after the next `reset` included. Environments can be
    pickled and copied in the middle of a game. If the opponent ends a game before the learner's first turn, the first
    step tells so, whatever its action. What interrupts the opponent, Ctrl-C or an exception of a policy, leaves a game
    in which it is not the learner's turn: only `reset` goes on from there.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        customs: Customs,
        *,
        opponent: Opponent = "random",
        seat: Seat = "south",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            word(render_mode, Mode, "render_mode")
        self.customs = customs
        self.render_mode = render_mode
        self._seating = Seating(customs, seat, opponent)
        high = customs.observation_high
        self.observation_space = Box(np.zeros_like(high), high)
        self.action_space = Discrete(customs.num_actions)
        self._games = 0
        self._play: LearningGame | None = None
        self._is_told = True

    @property
    def learning_game(self) -> LearningGame:
        """The game as it stands, with its history. Raises `ResetNeeded` before the first `reset`."""
        if self._play is None:
            raise ResetNeeded("expected reset() before anything else")
        return self._play

    @property
    def seat(self) -> int:
        """The learner's seat in this game: 0 is South, 1 is North. Raises `ResetNeeded` before the first `reset`."""
        # Without a game there is no seat.
        _ = self.learning_game
        return self._seat

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal pit, 0 for each other: what MaskablePPO of sb3-contrib asks for."""
        return self.learning_game.mask(PLAYERS[self._seat])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts a game; there are no options."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self._seat, self._seed = self._seating.begin(self.np_random, self._games)
        self._games += 1
        self._play, self._is_told = LearningGame(self.customs), False
        self._reply(self._play)
        return self._seen(self._play)

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Lifts a pit, and lets the opponent move until it is the learner's turn.

        Raises `ResetNeeded` after the end of a game, and after the opponent was interrupted.
        """
        play = self.learning_game
        if self._is_told:
            raise ResetNeeded("expected reset(), the game is over")
        if self._is_opponents(play):
            raise ResetNeeded("expected reset(), the opponent was interrupted")
        if not play.is_over:
            play.push(action)
            self._reply(play)
        self._is_told = play.is_over
        observation, info = self._seen(play)
        return observation, play.rewards()[self._seat], play.terminated, play.truncated, info

    def render(self) -> Any:
        """The board as `render_mode` says: "ansi" text, "svg" text, "rgb_array" (height, width, 3), or None."""
        return frame(self.learning_game.game, self.render_mode) if self.render_mode in MODES else None

    def _is_opponents(self, play: LearningGame) -> bool:
        """Whether the opponent is to move."""
        return not play.is_over and play.turn != PLAYERS[self._seat]

    def _reply(self, play: LearningGame) -> None:
        while self._is_opponents(play):
            play.push(self._seating.reply(play, self._seed))

    def _seen(self, play: LearningGame) -> tuple[NDArray[np.float32], dict[str, Any]]:
        player = PLAYERS[self._seat]
        info: dict[str, Any] = {"action_mask": play.mask(player)}
        if play.is_over:
            info["reason"] = play.reason
        return play.observe(player), info


class KalahEnv(SowingEnv):
    """Kalah for one learner.

    `rules` are rules or their text, such as "6x4,leave-empty"; the default is six pits and four seeds. `opponent`,
    `seat` and `render_mode` are those of `SowingEnv`, the other keyword arguments those of `Customs`: `observation`,
    `reward`, `illegal`, `max_plies`.
    """

    def __init__(
        self,
        rules: KalahRules | str | None = None,
        *,
        opponent: Opponent = "random",
        seat: Seat = "south",
        render_mode: str | None = None,
        **customs: Any,
    ) -> None:
        made = rules_of(KalahRules, rules)
        super().__init__(Customs(made, **customs), opponent=opponent, seat=seat, render_mode=render_mode)


class TokKuRouEnv(SowingEnv):
    """Tok Ku Rou for one learner.

    `rules` are rules or their text, such as "12x2,multiple-laps"; the default is twelve columns, two seeds, single
    laps. The other keyword arguments are those of `KalahEnv`.
    """

    def __init__(
        self,
        rules: TokKuRouRules | str | None = None,
        *,
        opponent: Opponent = "random",
        seat: Seat = "south",
        render_mode: str | None = None,
        **customs: Any,
    ) -> None:
        made = rules_of(TokKuRouRules, rules)
        super().__init__(Customs(made, **customs), opponent=opponent, seat=seat, render_mode=render_mode)
