"""The Dify plugin with the network left out: it accepts without fetching, and says what. Started in its folder."""

import runpy

import dify_plugin  # noqa: F401  # first of all: it lets gevent replace what blocks
from page_stats_core import calls

from harness.dialects.stub_network import accepted

vars(calls).update(_look=accepted)
runpy.run_module("main", run_name="__main__")
