"""Pictures of positions without a display: text, SVG, and RGB arrays (these need the extra `render`)."""

import re
from typing import Any, Literal, TypeAlias, overload
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from tok_ku_rou._core import Game, Kalah, TokKuRou

__all__ = ["MODES", "Mode", "frame", "rgb_array"]

Mode: TypeAlias = Literal["ansi", "svg", "rgb_array"]
#: The render modes of the environments.
MODES: tuple[Mode, ...] = ("ansi", "svg", "rgb_array")

# Drawn larger and shrunk, edges become smooth.
_OVERSAMPLING = 3


@overload
def frame(game: Game | Kalah | TokKuRou, mode: Literal["ansi", "svg"]) -> str: ...
@overload
def frame(game: Game | Kalah | TokKuRou, mode: Literal["rgb_array"]) -> NDArray[np.uint8]: ...
@overload
def frame(game: Game | Kalah | TokKuRou, mode: Mode) -> str | NDArray[np.uint8]: ...
def frame(game: Game | Kalah | TokKuRou, mode: Mode) -> str | NDArray[np.uint8]:
    """A picture of a position, or of a game as it stands: the board as text ("ansi"), as SVG, or as an RGB array.

    The last two mark what a game's last move did.
    """
    position = game.position if isinstance(game, Game) else game
    if mode == "ansi":
        return position.text()
    last = (game.positions[-2], game.moves[-1]) if isinstance(game, Game) and game.ply else None
    svg = position.svg(last=last)
    return svg if mode == "svg" else rgb_array(svg)


def rgb_array(picture: str | Kalah | TokKuRou, scale: int = 1) -> NDArray[np.uint8]:
    """The picture of a position, or an SVG made by this package, as uint8 (height, width, 3).

    `scale` is the number of pixels for one unit of the drawing: a pit is 44 units wide.

    Draws what our pictures consist of, not SVG at large: so it needs Pillow only, and the same picture comes out on
    every machine, whatever fonts it has. Raises `ImportError` without Pillow.
    """
    from PIL import Image, ImageDraw, ImageFont

    root = ElementTree.fromstring(picture if isinstance(picture, str) else picture.svg())
    space = "{http://www.w3.org/2000/svg}"
    width, height = (int(length) for length in root.attrib["viewBox"].split()[2:])
    styles = dict(re.findall(r"\.(\w+)\{(.*?)\}", root.findtext(space + "style", "")))
    unit = scale * _OVERSAMPLING
    image = Image.new("RGB", (width * unit, height * unit), "white")
    draw = ImageDraw.Draw(image)
    for element in root.iter():
        told = {name: float(value) * unit for name, value in element.items() if _is_length(name)}
        style: dict[str, str] = {}
        for name in element.get("class", "").split():
            style |= dict(part.split(":") for part in styles[name].split(";"))
        stroke: dict[str, Any] = {"width": round(float(style.get("stroke-width", 0)) * unit)}
        if element.tag == space + "rect":
            x, y = told.get("x", 0), told.get("y", 0)
            box = (x, y, x + told["width"] - 1, y + told["height"] - 1)
            draw.rounded_rectangle(box, told["rx"], style["fill"], style.get("stroke"), **stroke)
        elif element.tag == space + "circle":
            draw.circle((told["cx"], told["cy"]), told["r"], style["fill"])
        elif element.tag == space + "line":
            draw.line((told["x1"], told["y1"], told["x2"], told["y2"]), style["stroke"], **stroke)
        elif element.tag == space + "text":
            size = float(re.findall(r"([\d.]+)px", style["font"])[0]) * unit
            font = ImageFont.load_default(size)
            draw.text((told["x"], told["y"]), element.text or "", style["fill"], font, anchor="ms")
    return np.array(image.resize((width * scale, height * scale), Image.Resampling.BOX))


def _is_length(name: str) -> bool:
    return name in {"x", "y", "width", "height", "rx", "cx", "cy", "r", "x1", "y1", "x2", "y2"}
