"""ray_self_play.py over a cluster of two nodes, one of which dies."""

import contextlib
import time

import psutil
import ray
import ray_self_play
from conftest import content, read, run
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
from ray_self_play import games_of
from self_play import Settings

from tok_ku_rou import parse


def alive():
    """How many nodes the cluster has."""
    return sum(node["Alive"] for node in ray.nodes())


def workers(node):
    """The processes of a node's manager."""
    (manager,) = node.all_processes["raylet"]
    return psutil.Process(manager.process.pid).children(recursive=True)


def is_playing(node):
    """Whether an item is under way on a node: Ray names its workers by what they do."""
    with contextlib.suppress(psutil.Error):  # a worker ended meanwhile
        return any("ray::games_of" in " ".join(worker.cmdline()) for worker in workers(node))
    return False


def kill(cluster, node):
    """Ends a node as a power cut does: its manager and all its workers at once."""
    for worker in workers(node):
        worker.kill()
    cluster.remove_node(node, allow_graceful=False)


def test_no_game_is_lost_with_a_node_or_doubled():
    settings, count, items = Settings("kalah 6x4", "estimate", 800), 150, range(8)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    node = cluster.add_node(num_cpus=1)
    played, lost, killed = {}, [], []

    def done(item, games):
        assert item not in played
        played[item] = games
        if not killed and is_playing(node):
            killed.append(alive())
            kill(cluster, node)

    try:
        ray.init(address=cluster.address, runtime_env=ray_self_play.RUNTIME, log_to_driver=False)
        # It takes seconds to start a worker, in which the other node could play everything.
        here = NodeAffinitySchedulingStrategy(node.node_id, soft=False)
        ray.get(ray.remote(games_of).options(scheduling_strategy=here).remote(settings, 0, 0, 1))
        ray_self_play.run(items, settings, 5, count, done, lost.append)
        # The cluster does not notice at once.
        assert killed == [2]
        deadline = time.monotonic() + 60
        while alive() > 1:
            assert time.monotonic() < deadline, "the node is still there"
            time.sleep(0.1)
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert lost, "the item that was under way on the node came nevertheless"
    assert sorted(played) == list(items) and {len(games) for games in played.values()} == {count}
    for item, games in played.items():
        # What came over the cluster is what this process plays by itself.
        alone = games_of(settings, 5, item, count)
        assert [content(game) for game in games] == [content(game) for game in alone]
    everything = [content(game) for games in played.values() for game in games]
    assert len(set(everything)) == len(everything)


def test_it_plays_what_is_missing(tmp_path):
    arguments = ("kalah 4x3", "out", "--games", 20, "--simulations", 8)
    assert run(tmp_path, "ray_self_play.py", *arguments, "--items", 3) == "out holds 60 games\n"
    files = [tmp_path / "out" / f"item-0000{item}.npz" for item in range(5)]
    kept = [path.stat().st_mtime_ns for path in (files[0], files[2])]
    files[1].unlink()
    assert run(tmp_path, "ray_self_play.py", *arguments, "--items", 5) == "out holds 100 games\n"
    assert sorted((tmp_path / "out").glob("*.npz")) == files
    assert kept == [path.stat().st_mtime_ns for path in (files[0], files[2])]
    settings = Settings(str(parse("kalah 4x3")), "estimate", 8)
    for item, path in enumerate(files):
        alone = games_of(settings, 0, item, 20)
        assert [content(game) for game in read(path)] == [content(game) for game in alone]
