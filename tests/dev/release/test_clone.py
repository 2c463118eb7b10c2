"""A command that is started in a clone uses the clone's modules and files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lib.hatch_env import python_path
from lib.repository import ROOT

HATCH = (ROOT / "hatch.toml").read_text("utf-8")
COMMANDS = sorted(set(re.findall(r"python -m ((?:benchmarks|comparison|dev|harness|lib)[\w.]*)", HATCH)))
PROGRAM = """
import importlib, json, sys
module = importlib.import_module(sys.argv[1])
from lib.repository import ROOT
tops = ("benchmarks", "comparison", "dev", "harness", "lib")
files = [m.__file__ for n, m in sys.modules.items() if n.partition(".")[0] in tops and m.__file__]
print(json.dumps([str(ROOT), *files]))
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_imports(name: str, committed: Path) -> None:
    """A command in a clone loads our modules from the clone, even if this repository is on the Python path."""
    command = [sys.executable, "-c", PROGRAM, name]
    environment = os.environ | python_path()
    done = subprocess.run(command, cwd=committed, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    places = json.loads(done.stdout)
    assert [place for place in places if not Path(place).is_relative_to(committed)] == []
