"""What the tests of the heavy examples share. `make python-examples` runs them, each file in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tok_ku_rou import Samples

EXAMPLES = Path(__file__).parents[1]
# They import each other as neighbours.
sys.path.insert(0, str(EXAMPLES))
# Tests report to nobody.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


def run(folder, name, *arguments, timeout=300):
    """Runs an example in a folder, for so many seconds at most, and gives what it printed."""
    command = [sys.executable, EXAMPLES / name, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(path):
    """The games of a file that self_play.py wrote."""
    with np.load(path) as file:
        ends = np.flatnonzero(np.diff(file["game"])) + 1
        columns = [np.split(file[name], ends) for name in Samples._fields]
    return [Samples(*arrays) for arrays in zip(*columns, strict=True)]


def content(game):
    """A game as bytes, to compare."""
    return b"".join(array.tobytes() for array in game)
