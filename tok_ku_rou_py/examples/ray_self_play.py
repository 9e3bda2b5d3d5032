"""Self-play over a Ray cluster: python ray_self_play.py "kalah 6x4" games --items 100 --address auto

The work is cut into items of so many games; each has a number and a seed of its own. Whatever node plays an item, its
games are the same, and they are written once, to games/item-00042.npz (see self_play.py). An item that is lost with its
node is played again elsewhere. Called again, after a failure or for more items, the command plays those that are
missing. Without an address Ray starts on this machine alone. Every node needs the package, and must see the checkpoint
if one is the judge.
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import ray
from ray.exceptions import RayError, RayTaskError
from tqdm import tqdm

from self_play import Settings, add_settings, play, write
from tok_ku_rou import Samples

# The nodes get this folder, so that they find self_play.py and alphazero.py.
RUNTIME = {"working_dir": str(Path(__file__).parent), "excludes": ["tests"]}


def games_of(settings: Settings, seed: int, item: int, count: int) -> list[Samples]:
    """The games of an item: the same wherever they are played."""
    own_seed = int(np.random.default_rng([seed, item]).integers(2**63))
    return list(islice(play(settings, own_seed), count))


def run(
    items: Iterable[int],
    settings: Settings,
    seed: int,
    count: int,
    done: Callable[[int, list[Samples]], None],
    lost: Callable[[int], None],
) -> None:
    """Plays items over the cluster that Ray is connected to, each once to its end.

    `done` is called with each item and its games, `lost` with an item that is to be played again because its node or
    process died. An exception of the play itself is raised.
    """
    # Ray would try again by itself, but not for ever.
    remote = ray.remote(num_cpus=1, max_retries=0)(games_of)
    waiting = deque(items)
    running: dict[ray.ObjectRef, int] = {}
    while waiting or running:
        # Two for each processor: as soon as one is done, the next is there. Nodes may come and go.
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while waiting and len(running) < room:
            item = waiting.popleft()
            running[remote.remote(settings, seed, item, count)] = item
        for reference in ray.wait(list(running), num_returns=1, timeout=10)[0]:
            item = running.pop(reference)
            try:
                games = ray.get(reference)
            except RayTaskError:
                raise
            except RayError:
                waiting.append(item)
                lost(item)
            else:
                done(item, games)


def main() -> None:
    """Reads the command line, and plays the items that are missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_settings(parser)
    parser.add_argument("folder", type=Path, help="where to write; one folder for one kind of games")
    parser.add_argument("--items", type=int, default=20, help="how many items there are to be")
    parser.add_argument("--games", type=int, default=64, help="games of an item")
    parser.add_argument("--address", help='of the cluster; "auto" finds the one that runs on this machine')
    options = parser.parse_args()
    if Path(options.judge).is_file():
        options.judge = str(Path(options.judge).resolve())
    settings = Settings(options.start, options.judge, options.simulations)

    options.folder.mkdir(parents=True, exist_ok=True)
    terms = f"{settings}, seed {options.seed}, {options.games} games an item\n"
    note = options.folder / "settings.txt"
    if note.exists() and note.read_text(encoding="utf-8") != terms:
        raise SystemExit(f"{options.folder} holds games of other settings: {note.read_text(encoding='utf-8')}")
    note.write_text(terms, encoding="utf-8")

    files = {item: options.folder / f"item-{item:05}.npz" for item in range(options.items)}
    missing = [item for item, path in files.items() if not path.exists()]
    ray.init(address=options.address, runtime_env=RUNTIME, log_to_driver=False)
    with tqdm(total=options.items, initial=options.items - len(missing), unit="item") as bar:

        def done(item: int, games: list[Samples]) -> None:
            write(files[item], games)
            bar.update()

        def lost(item: int) -> None:
            bar.write(f"item {item} was lost and is played again")

        run(missing, settings, options.seed, options.games, done, lost)
    ray.shutdown()
    print(f"{options.folder} holds {options.items * options.games} games")


if __name__ == "__main__":
    main()
