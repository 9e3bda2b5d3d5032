"""Both games as a `VecEnv` of Stable-Baselines3, over the package's native batches.

MaskablePPO of sb3-contrib finds the legal moves by itself. Needs the extra `sb3`, which brings PyTorch.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from tok_ku_rou._core import KalahRules, TokKuRouRules
from tok_ku_rou.vector import KalahVectorEnv, SowingVectorEnv, TokKuRouVectorEnv

__all__ = ["KalahVecEnv", "SowingVecEnv", "TokKuRouVecEnv"]

_Indices = int | Sequence[int] | None
# What the games of a batch can do one by one.
_METHODS = ("action_masks", "render")


class SowingVecEnv(VecEnv):
    """So many environments for one learner, equal step for step to `DummyVecEnv` over `tok_ku_rou.gym.SowingEnv`.

    `envs` are those to step; their autoreset mode must be `SAME_STEP`, the custom of Stable-Baselines3.
    """

    def __init__(self, envs: SowingVectorEnv) -> None:
        if envs.autoreset_mode != AutoresetMode.SAME_STEP:
            raise ValueError(f"expected environments with autoreset mode SAME_STEP, found {envs.autoreset_mode.name}")
        self.envs = envs
        self._actions: NDArray[Any] = np.empty(0)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal pit of each game, 0 for each other, as a new array (games, pits a player)."""
        return self.envs.action_masks()

    def reset(self) -> NDArray[np.float32]:
        """Starts a game in each environment, with the seeds given to `seed`; there are no options."""
        observations, infos = self.envs.reset(seed=list(self._seeds))
        self.reset_infos = self._each(infos)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Notes the actions for `step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Steps every environment; one that ends begins anew, its info then has "terminal_observation"."""
        observations, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        dones = terminated | truncated
        told = self._each(infos)
        for index in np.flatnonzero(dones):
            self.reset_infos[index] = told[index]
            final = infos["final_info"]
            told[index] = {
                "action_mask": final["action_mask"][index].copy(),
                "reason": final["reason"][index],
                "terminal_observation": infos["final_obs"][index],
            }
        for info, is_cut in zip(told, truncated & ~terminated, strict=True):
            info["TimeLimit.truncated"] = bool(is_cut)
        return observations, rewards.astype(np.float32), dones, told

    def close(self) -> None:
        """Closes the environments."""
        self.envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """A picture of each game, if `render_mode` is "rgb_array"."""
        return self.envs.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: _Indices = None) -> list[Any]:
        """What the environments would have as "seat", "np_random", "customs", "render_mode", "observation_space",
        "action_space", or as the methods "action_masks" and "render"; `AttributeError` for anything else.
        """
        if attr_name == "seat":
            own: Sequence[Any] = self.envs.seats.tolist()
        elif attr_name == "np_random":
            own = self.envs.np_random
        elif attr_name in _METHODS:
            own = [partial(self._call, attr_name, index) for index in range(self.num_envs)]
        elif attr_name in ("customs", "render_mode"):
            own = [getattr(self.envs, attr_name)] * self.num_envs
        elif attr_name in ("observation_space", "action_space"):
            own = [getattr(self, attr_name)] * self.num_envs
        else:
            raise AttributeError(f"the games of a batch have no attribute {attr_name!r} of their own")
        return [own[index] for index in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: _Indices = None) -> None:
        """Raises `AttributeError`: the games of a batch have no attributes of their own."""
        raise AttributeError(f"the games of a batch have no attribute {attr_name!r} of their own to set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: _Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What "action_masks" or "render" gives for each game; `AttributeError` for any other method."""
        if method_name not in _METHODS:
            raise AttributeError(f"the games of a batch have no method {method_name!r} of their own")
        given = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [None if given is None else given[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: _Indices = None) -> list[bool]:
        """False for each: the games of a batch cannot be wrapped one by one."""
        return [False for _ in self._get_indices(indices)]

    def _call(self, method_name: str, index: int) -> Any:
        """What a method gives for one game."""
        return self.env_method(method_name, indices=index)[0]

    def _each(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        """The infos of the environments' current positions, one by one."""
        told: list[dict[str, Any]] = [{"action_mask": mask.copy()} for mask in infos["action_mask"]]
        for index in np.flatnonzero(infos.get("_reason", False)):
            told[index]["reason"] = infos["reason"][index]
        return told


class KalahVecEnv(SowingVecEnv):
    """Kalah for Stable-Baselines3; the arguments are those of `KalahVectorEnv`, but for `autoreset_mode`."""

    def __init__(self, num_envs: int, rules: KalahRules | str | None = None, **arguments: Any) -> None:
        super().__init__(KalahVectorEnv(num_envs, rules, autoreset_mode=AutoresetMode.SAME_STEP, **arguments))


class TokKuRouVecEnv(SowingVecEnv):
    """Tok Ku Rou for Stable-Baselines3; the arguments are those of `TokKuRouVectorEnv`, but for `autoreset_mode`."""

    def __init__(self, num_envs: int, rules: TokKuRouRules | str | None = None, **arguments: Any) -> None:
        super().__init__(TokKuRouVectorEnv(num_envs, rules, autoreset_mode=AutoresetMode.SAME_STEP, **arguments))
