"""Tok Ku Rou as a PettingZoo environment: `tok_ku_rou_v0.env()`; see `tok_ku_rou.aec.SowingAEC` for what it is.

Needs the extra `pettingzoo`.
"""

from typing import Any

from numpy.typing import NDArray
from pettingzoo import AECEnv

from tok_ku_rou._core import TokKuRouRules
from tok_ku_rou.aec import SowingAEC, wrapped
from tok_ku_rou.customs import Customs, rules_of

__all__ = ["env", "raw_env"]


class raw_env(SowingAEC):
    """Tok Ku Rou between two agents, without PettingZoo's checks of how it is used.

    `rules` are rules or their text, such as "12x2,multiple-laps"; the default is twelve columns, two seeds,
    single laps. The other keyword arguments are those of `Customs`: `observation`, `reward`, `illegal`, `max_plies`.
    """

    def __init__(
        self, rules: TokKuRouRules | str | None = None, *, render_mode: str | None = None, **customs: Any
    ) -> None:
        super().__init__(Customs(rules_of(TokKuRouRules, rules), **customs), "tok_ku_rou_v0", render_mode)


def env(
    rules: TokKuRouRules | str | None = None, *, render_mode: str | None = None, **customs: Any
) -> AECEnv[str, dict[str, NDArray[Any]], int]:
    """Tok Ku Rou between two agents, with PettingZoo's checks of its use; the arguments are those of `raw_env`."""
    return wrapped(raw_env(rules, render_mode=render_mode, **customs))
