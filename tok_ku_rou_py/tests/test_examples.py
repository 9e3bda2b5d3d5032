"""The examples run as their users run them."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tok_ku_rou import analyse, parse

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(folder, name, *arguments):
    """Runs an example in a folder."""
    command = [sys.executable, "-W", "error", EXAMPLES / name, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("text", ["tok_ku_rou 12x2", "kalah 3x3", "kalah 6x4,leave-empty"])
def test_quickstart(tmp_path, text):
    done = run(tmp_path, "quickstart.py", text, "--seconds", "0.2", "--picture", "best move.svg")
    assert (done.returncode, done.stderr) == (0, "")
    start = parse(text)
    table = done.stdout.partition("best play\n")[2].splitlines()[: len(start.legal_moves())]
    assert {row.split()[0] for row in table} == {start.move_name(pit) for pit in start.legal_moves()}
    if text == "kalah 3x3":
        told = {row.split()[0]: float(row.split()[1]) for row in table}
        assert told == {start.move_name(line.pit): line.margin for line in analyse(start, depth=255)}
    picture = ElementTree.parse(tmp_path / "best move.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"


def test_quickstart_without_arguments(tmp_path):
    done = run(tmp_path, "quickstart.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "quickstart.svg").exists()


def test_quickstart_at_the_end(tmp_path):
    done = run(tmp_path, "quickstart.py", "kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4")
    assert done.returncode == 0 and "over: " in done.stdout
    done = run(tmp_path, "quickstart.py", "chess")
    assert done.returncode == 2 and "Traceback" not in done.stderr
