"""What is installed beside the code."""

from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["LICENSE-APACHE", "LICENSE-MIT"])
def test_the_licences_come_along(name):
    package = metadata.distribution("tok_ku_rou")
    assert name in package.metadata.get_all("License-File")
    told = [file for file in package.files if file.name == name]
    assert [file.read_text() for file in told] == [(ROOT / name).read_text()]
