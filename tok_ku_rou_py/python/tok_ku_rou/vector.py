"""Many Gymnasium environments as one, stepped by the package's native batches.

`gymnasium.make_vec("tok_ku_rou.gym:tok_ku_rou/Kalah-v0", num_envs=64)` makes one. Needs the extra `gymnasium`.
"""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tok_ku_rou._core import KalahBatch, KalahRules, TokKuRouBatch, TokKuRouRules
from tok_ku_rou.errors import ArgumentError, PlayError
from tok_ku_rou.customs import Customs, Opponent, rules_of, swap_seats, word
from tok_ku_rou.rendering import MODES, Mode, frame
from tok_ku_rou.seating import Seat, Seating, seed_at

__all__ = ["KalahVectorEnv", "SowingVectorEnv", "TokKuRouVectorEnv"]

_Array = NDArray[Any]
_Stepped = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SowingVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], _Array]):
    """So many environments of one learner each, equal step for step to `SyncVectorEnv` over `SowingEnv`.

    That holds for all three modes of `autoreset_mode`, for the infos, and for seeds; each environment has its own
    generator of random numbers. A policy as the opponent gets all games that wait for it as one batch. The arrays that
    `reset` and `step` return are new each time. `threads` steps the games on so many threads and changes no result.

    What interrupts a call, Ctrl-C or an exception of a policy, leaves games in the middle of it: only a `reset` of all
    of them goes on from there. Unlike single ones these environments cannot be pickled or copied.
    """

    def __init__(
        self,
        customs: Customs,
        num_envs: int,
        *,
        opponent: Opponent = "random",
        seat: Seat = "south",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        if render_mode is not None:
            word(render_mode, Mode, "render_mode")
        self.customs = customs
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        high = customs.observation_high
        self.single_observation_space = Box(np.zeros_like(high), high)
        self.single_action_space = Discrete(customs.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

        self._seating = Seating(customs, seat, opponent)
        terms: dict[str, Any] = {
            "observation": customs.observation,
            "reward": customs.reward,
            "illegal": customs.illegal,
            "max_plies": customs.max_plies,
            "autoreset": "disabled",
            "threads": threads,
        }
        self._batch: KalahBatch | TokKuRouBatch
        if isinstance(customs.rules, KalahRules):
            self._batch = KalahBatch(num_envs, customs.rules, **terms)
        else:
            self._batch = TokKuRouBatch(num_envs, customs.rules, **terms)
        self._rngs: list[np.random.Generator | None] = [None] * num_envs
        self._games = np.zeros(num_envs, np.int64)
        self._seats = np.zeros(num_envs, np.int8)
        self._seeds = np.zeros(num_envs, np.uint64)
        self._plies = np.zeros(num_envs, np.uint64)
        # Who is to move, what the mover sees and may lift, as the batch last told.
        self._to_play = np.zeros(num_envs, np.int8)
        self._observations = np.zeros((num_envs, *customs.observation_shape), np.float32)
        self._masks = np.zeros((num_envs, customs.num_actions), np.int8)
        # What happened to the games since their reset: South's reward, and how they ended.
        self._rewards = np.zeros(num_envs, np.float64)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        # Whether the last call that changed the games came to its end.
        self._is_whole = True
        # Games that are over and whose end was told; before the first reset, all.
        self._told = np.ones(num_envs, np.bool_)

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The environments' generators of random numbers."""
        return tuple(self._rng(index) for index in range(self.num_envs))

    @property
    def seats(self) -> NDArray[np.int8]:
        """The learner's seat in each game: 0 is South, 1 is North."""
        return self._seats.copy()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal pit of each game, 0 for each other, as a new array (games, pits a player)."""
        # A game that goes on waits for its learner, so these are no one else's moves.
        return self._masks.copy()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts a game in each environment, or in those of the mask `options["reset_mask"]`, bool (games,).

        `seed` is one for each, or the first one's, those after it counting up. Raises `ResetNeeded` for some games only
        if a call before was interrupted.
        """
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ArgumentError(f"expected {self.num_envs} seeds, found {len(seeds)}")
        which = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            which = options["reset_mask"]
            if not (isinstance(which, np.ndarray) and which.dtype == np.bool_ and which.shape == (self.num_envs,)):
                raise TypeError(f"expected reset_mask as a bool array of shape ({self.num_envs},)")
            if not which.any():
                raise ArgumentError("expected reset_mask to be true somewhere")
        if not which.all():
            self._check_whole()
        self._is_whole = False
        for index in np.flatnonzero(which):
            if (own := seeds[index]) is not None:
                self._rngs[index] = np_random(own)[0]
                self._games[index] = 0
        self._begin(which)
        self._is_whole = True
        return self._seen(), self._infos(which)

    def step(self, actions: _Array) -> _Stepped:
        """Takes an action in each game, and lets the opponents move until it is the learner's turn everywhere.

        Raises `ResetNeeded` before the first `reset`, after the end of a game that does not begin anew by itself, and
        after a call that was interrupted.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            found = f"{actions.dtype} of shape {actions.shape}"
            raise TypeError(f"expected actions as an integer array of shape ({self.num_envs},), found {found}")
        if self._told.any() and (self.autoreset_mode != AutoresetMode.NEXT_STEP or None in self._rngs):
            raise ResetNeeded(f"expected reset(), these games are over: {np.flatnonzero(self._told).tolist()}")
        self._check_whole()
        # Unsigned ones could not hold the -1 of games that are over.
        actions = actions.astype(np.int64)
        renewed, over = self._told.copy(), self._terminated | self._truncated
        # To the batch -1 is no move; a learner's is an illegal one.
        chosen = np.where(over, -1, np.where(actions < 0, self.customs.num_actions, actions))
        self._is_whole = False
        try:
            self._move(chosen)
        except PlayError:
            # Nothing has changed in any game.
            self._is_whole = True
            raise
        if renewed.any():
            self._begin(renewed)
        self._reply()

        rewards = np.where(self._seats == 0, self._rewards, 0.0 - self._rewards)
        rewards[renewed] = 0.0
        terminated, truncated = self._terminated.copy(), self._truncated.copy()
        ended = (terminated | truncated) & ~renewed
        self._told = ended.copy()
        terminated[renewed] = truncated[renewed] = False
        observations = self._seen()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos: dict[str, Any] = {}
            finals = self._each_info(ended)
            for index, final in finals.items():
                told_last = {"final_obs": observations[index].copy(), "final_info": final}
                infos = self._add_info(infos, told_last, index)
            self._begin(ended)
            self._is_whole = True
            return self._seen(), rewards, terminated, truncated, infos | self._infos(np.ones_like(ended))
        self._is_whole = True
        return observations, rewards, terminated, truncated, self._infos(np.ones_like(ended))

    def render(self) -> tuple[Any, ...] | None:
        """The boards as `render_mode` says: "ansi" text, "svg" text, "rgb_array" (height, width, 3)."""
        if self.render_mode not in MODES:
            return None
        return tuple(frame(position, self.render_mode) for position in self._batch.positions())

    def _check_whole(self) -> None:
        if not self._is_whole:
            raise ResetNeeded("expected reset() of all games, a call before was interrupted")

    def _rng(self, index: int) -> np.random.Generator:
        """An environment's generator of random numbers; one that was never seeded is seeded by chance."""
        rng = self._rngs[index]
        if rng is None:
            rng = self._rngs[index] = np_random()[0]
        return rng

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Starts a game in those environments, up to the learner's first turn."""
        for index in map(int, np.flatnonzero(which)):
            begun = self._seating.begin(self._rng(index), int(self._games[index]))
            self._seats[index], self._seeds[index] = begun
        self._games[which] += 1
        for state in (self._plies, self._rewards, self._terminated, self._truncated, self._told):
            state[which] = 0
        self._look(self._batch.reset(where=which), which)
        self._reply()

    def _look(self, step: Any, which: NDArray[np.bool_]) -> None:
        """Takes over what the batch tells of those games; what it tells of others that stand still is known."""
        self._observations[which] = step.observations[which]
        self._masks[which] = step.masks[which]
        self._to_play[which] = step.to_play[which]

    def _move(self, actions: NDArray[np.int64]) -> None:
        """Makes moves, where there is one; -1 is none."""
        moved = actions >= 0
        if moved.any():
            step = self._batch.step(actions)
            self._look(step, moved)
            self._plies[moved] += 1
            self._rewards[moved] = step.rewards[moved, 0]
            self._terminated[moved] = step.terminated[moved]
            self._truncated[moved] = step.truncated[moved]

    def _reply(self) -> None:
        """Lets the opponents move until it is the learner's turn in every game that goes on."""
        while (asked := (self._to_play != self._seats) & ~(self._terminated | self._truncated)).any():
            if callable(self._seating.opponent):
                actions = np.full(self.num_envs, -1, np.int64)
                actions[asked] = self._seating.ask(self._observations[asked], self._masks[asked])
            else:
                seeds = seed_at(self._seeds, self._plies).astype(np.int64)
                actions = self._batch.choose(self._seating.opponent, seeds, where=asked)
            self._move(actions)

    def _seen(self) -> NDArray[np.float32]:
        """What the learners see, as a new array."""
        seen = self._observations.copy()
        other = self._to_play != self._seats
        seen[other] = swap_seats(seen[other])
        return seen

    def _each_info(self, which: NDArray[np.bool_]) -> dict[int, dict[str, Any]]:
        """The infos of those games, each as that of a single environment."""
        masks, reasons = self.action_masks(), self._batch.reasons()
        infos = {}
        for index in map(int, np.flatnonzero(which)):
            infos[index] = {"action_mask": masks[index].copy()}
            if self._terminated[index] or self._truncated[index]:
                infos[index]["reason"] = reasons[index]
        return infos

    def _infos(self, which: NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of those games as Gymnasium batches them."""
        masks = self.action_masks()
        masks[~which] = 0
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": which.copy()}
        over = which & (self._terminated | self._truncated)
        if over.any():
            for index, info in self._each_info(over).items():
                infos = self._add_info(infos, {"reason": info["reason"]}, index)
        return infos


class KalahVectorEnv(SowingVectorEnv):
    """Kalah for many learners at once; the arguments are those of `KalahEnv` and `SowingVectorEnv`."""

    def __init__(self, num_envs: int, rules: KalahRules | str | None = None, **arguments: Any) -> None:
        customs = _customs(rules_of(KalahRules, rules), arguments)
        super().__init__(customs, num_envs, **arguments)


class TokKuRouVectorEnv(SowingVectorEnv):
    """Tok Ku Rou for many learners at once; the arguments are those of `TokKuRouEnv` and `SowingVectorEnv`."""

    def __init__(self, num_envs: int, rules: TokKuRouRules | str | None = None, **arguments: Any) -> None:
        customs = _customs(rules_of(TokKuRouRules, rules), arguments)
        super().__init__(customs, num_envs, **arguments)


def _customs(rules: KalahRules | TokKuRouRules, arguments: dict[str, Any]) -> Customs:
    """The customs of those rules, taken out of keyword arguments."""
    names = {"observation", "reward", "illegal", "max_plies"} & arguments.keys()
    return Customs(rules, **{name: arguments.pop(name) for name in names})
