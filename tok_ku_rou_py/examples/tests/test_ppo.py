"""ppo.py learns."""

import zipfile

from conftest import run


def test_it_wins_more_than_before(tmp_path):
    told = run(tmp_path, "ppo.py", "kalah 6x4", "--steps", 60_000, "--file", "model.zip")
    words = told.split()
    before, after = float(words[1]), float(words[5])
    assert after > before + 15 and after > 70, told
    assert "policy.pth" in zipfile.ZipFile(tmp_path / "model.zip").namelist()
