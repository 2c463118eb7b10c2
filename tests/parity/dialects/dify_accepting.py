"""The Dify plugin with the network left out: it accepts without fetching, and says what. Started in its folder."""

import os
import runpy
import sys
from pathlib import Path

import dify_plugin  # noqa: F401  # first of all: it lets gevent replace what blocks

sys.path.insert(0, os.getcwd())  # noqa: PTH109  # as `python -m main` has it
sys.path.append(str(Path(__file__).resolve().parents[2]))

from page_stats_core import page
from parity.dialects.accepting import accepted

vars(page).update(_look=accepted)
runpy.run_module("main", run_name="__main__")
