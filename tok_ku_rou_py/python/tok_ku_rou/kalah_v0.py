"""Kalah as a PettingZoo environment: `kalah_v0.env()`; see `tok_ku_rou.aec.SowingAEC` for what it consists of.

Needs the extra `pettingzoo`.
"""

from typing import Any

from numpy.typing import NDArray
from pettingzoo import AECEnv

from tok_ku_rou._core import KalahRules
from tok_ku_rou.aec import SowingAEC, wrapped
from tok_ku_rou.customs import Customs, rules_of

__all__ = ["env", "raw_env"]


class raw_env(SowingAEC):
    """Kalah between two agents, without PettingZoo's checks of how it is used.

    `rules` are rules or their text, such as "6x4,leave-empty"; the default is six pits and four seeds. The other
    keyword arguments are those of `Customs`: `observation`, `reward`, `illegal`, `max_plies`.
    """

    def __init__(
        self, rules: KalahRules | str | None = None, *, render_mode: str | None = None, **customs: Any
    ) -> None:
        super().__init__(Customs(rules_of(KalahRules, rules), **customs), "kalah_v0", render_mode)


def env(
    rules: KalahRules | str | None = None, *, render_mode: str | None = None, **customs: Any
) -> AECEnv[str, dict[str, NDArray[Any]], int]:
    """Kalah between two agents, with PettingZoo's checks of how it is used; the arguments are those of `raw_env`."""
    return wrapped(raw_env(rules, render_mode=render_mode, **customs))
