"""self_play.py writes whole games."""

import numpy as np
import pytest
from conftest import content, read, run

from tok_ku_rou import parse


@pytest.mark.parametrize("judge", ["estimate", "playouts"])
@pytest.mark.parametrize("start", ["kalah 6x4,leave-empty", "tok_ku_rou 12x2,multiple-laps"])
def test_the_file(tmp_path, start, judge):
    told = run(tmp_path, "self_play.py", start, "a.npz", "--games", 30, "--simulations", 8, "--judge", judge)
    games = read(tmp_path / "a.npz")
    moves = sum(len(game.values) for game in games)
    assert told == f"a.npz holds {moves} moves of 30 games\n" and len(games) == 30
    for game in games:
        assert np.array_equal(game.observations[0], parse(start).observation())
        assert np.all(game.policies[game.masks == 0] == 0)
        assert np.allclose(game.policies.sum(axis=1), 1, atol=1e-5)
        # Who wins is the same, whoever is to play.
        assert len(set((game.values * (1 - 2 * game.to_play)).tolist())) == 1
    assert len({content(game) for game in games}) == 30
    assert not list(tmp_path.glob("*.part"))


def test_a_seed_tells_the_games(tmp_path):
    files = [tmp_path / name for name in ("a.npz", "b.npz", "c.npz")]
    for path, seed in zip(files, (1, 1, 2), strict=True):
        run(tmp_path, "self_play.py", "kalah 4x3", path.name, "--games", 20, "--simulations", 16, "--seed", seed)
    first, again, other = ([content(game) for game in read(path)] for path in files)
    assert first == again != other
