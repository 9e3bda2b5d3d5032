"""Analyses a position and writes a picture of the best move: python quickstart.py "kalah 6x4" --picture best.svg"""

import argparse
from pathlib import Path

from tok_ku_rou import ParseError, Position, analyse, parse


def position(text: str) -> Position:
    """The position of a text, for the command line."""
    try:
        return parse(text)
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def names(start: Position, moves: tuple[int, ...]) -> str:
    """A line of play in the names of its moves."""
    told = []
    for pit in moves:
        told.append(start.move_name(pit))
        start = start.play(pit)
    return " ".join(told)


def main() -> None:
    """Reads the command line, prints the table and writes the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "position",
        nargs="?",
        type=position,
        default="tok_ku_rou 12x2",
        help="in notation; a game and its size is the start",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to search")
    parser.add_argument("--picture", type=Path, default=Path("quickstart.svg"), help="where to write it")
    options = parser.parse_args()

    start = options.position
    print(start.text())
    if start.is_over:
        print(f"over: {start.outcome}")
        return

    lines = analyse(start, seconds=options.seconds)
    print("move   seeds  sowings  best play")
    for line in lines:
        seeds = line.value / 100 if line.margin is None else line.margin
        sure = "" if line.margin is None else " for sure"
        print(
            f"{start.move_name(line.pit):5}{seeds:+7.2f}  {line.depth:7}  {names(start, line.moves[:8])}{sure}"
        )

    best = lines[0].pit
    print("what the best move does:")
    for event in start.trace(best):
        print(f"  {event}")
    options.picture.write_text(start.play(best).svg(last=(start, best)), encoding="utf-8")
    print(f"{options.picture} shows it")


if __name__ == "__main__":
    main()
