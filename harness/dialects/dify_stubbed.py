"""The Dify plugin, started in its folder without network access: it returns the accepted arguments."""

import runpy

import dify_plugin  # noqa: F401  # first, so that gevent can patch blocking calls
from page_stats_core import calls

from harness.dialects.stub_network import accepted

vars(calls).update(run=accepted)
runpy.run_module("main", run_name="__main__")
