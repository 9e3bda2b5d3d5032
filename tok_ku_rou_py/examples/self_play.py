"""Writes games of self-play as arrays to learn from: python self_play.py "kalah 6x4" games.npz --games 500

The file holds the arrays of `Samples` with a row for each move of all games, and "game" with the number of each row's
game. Positions are judged by the package's tuned estimate, by random playouts, or by a net that alphazero.py has
taught.
"""

import argparse
import io
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from tok_ku_rou import ParseError, Position, Samples, SelfPlay, parse


class Settings(NamedTuple):
    """How games are played: the start in notation, the judge, and the simulations for each move."""

    start: str
    judge: str
    simulations: int


def play(settings: Settings, seed: int) -> Iterator[Samples]:
    """Games without end; the same settings and seed give the same games.

    Of the 16 games that are played at once short ones end first, so that many more should be taken.
    """
    evaluator: Any = {"estimate": "estimate", "playouts": None}.get(settings.judge, settings.judge)
    observation = "counts"
    if settings.judge not in ("estimate", "playouts"):
        # Only a net needs JAX.
        import alphazero

        evaluator, observation = alphazero.evaluator(alphazero.load(Path(settings.judge))), "one-hot"
    return SelfPlay(
        settings.start,
        games=16,
        simulations=settings.simulations,
        evaluator=evaluator,
        observation=observation,
        seed=seed,
    )


def write(path: Path, games: Iterable[Samples]) -> None:
    """Writes games to an npz file."""
    games = list(games)
    arrays = {name: np.concatenate([getattr(game, name) for game in games]) for name in Samples._fields}
    arrays["game"] = np.repeat(np.arange(len(games)), [len(game.values) for game in games])
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    write_whole(path, file.getvalue())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or, if something fails, not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    os.replace(part, path)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Adds what a command line needs to tell settings."""
    parser.add_argument("start", type=start, help="in notation, such as 'kalah 6x4' or 'tok_ku_rou 12x2,multiple-laps'")
    parser.add_argument("--judge", default="estimate", help='"estimate", "playouts", or a checkpoint of alphazero.py')
    parser.add_argument("--simulations", type=int, default=64, help="simulations for each move")
    parser.add_argument("--seed", type=int, default=0)


def start(text: str) -> str:
    """The text of a start, for the command line."""
    try:
        return str(parse(text))
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def game(text: str) -> Position:
    """The start of the game that a text tells, for the command line of those who learn a game from its start."""
    position = parse(start(text))
    if position != type(position)(position.rules):
        raise argparse.ArgumentTypeError("expected a game and its size, found a position on the way")
    return position


def main() -> None:
    """Reads the command line, plays and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_settings(parser)
    parser.add_argument("file", type=Path, help="the npz file to write")
    parser.add_argument("--games", type=int, default=500, help="how many games to write")
    options = parser.parse_args()
    settings = Settings(options.start, options.judge, options.simulations)
    games = list(tqdm(islice(play(settings, options.seed), options.games), total=options.games, unit="game"))
    write(options.file, games)
    moves = sum(len(game.values) for game in games)
    print(f"{options.file} holds {moves} moves of {len(games)} games")


if __name__ == "__main__":
    main()
