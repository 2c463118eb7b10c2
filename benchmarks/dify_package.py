"""The Dify plugin compared with an empty plugin: startup, and a warm call over stdio.

The empty plugin uses the same SDK. It only fills the output variables that it declares, because Dify offers all of them
to workflows. The last row shows the cost of filling these variables.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from page_stats_core import page_stats_payload

from benchmarks.measuring import CONFIG, NotHereError, Row, best_of, fixture_servers
from harness.hosts.dify.outputs import empty_outputs
from harness.hosts.dify.plugin import Plugin
from lib.difypkg import pack
from lib.difypkg.archive import Package
from lib.locate.dify_sdk import find_python

STARTS, CALLS = 5, 300
TARGET_START, TARGET_CALL = 1.5, 2.0
CREDENTIALS = {"allowed_hosts": "127.0.0.2"}

EMPTY_MAIN = b"""
from dify_plugin import DifyPluginEnv, Plugin
plugin = Plugin(DifyPluginEnv())
plugin.run()
"""
EMPTY_PROVIDER = b"""
from dify_plugin import ToolProvider
class EmptyProvider(ToolProvider):
    def _validate_credentials(self, credentials): pass
"""
EMPTY_TOOL = """
from dify_plugin import Tool
class EmptyTool(Tool):
    def _invoke(self, tool_parameters):
        yield self.create_json_message({{"ok": True}})
        for name, value in {variables}.items():
            yield self.create_variable_message(name, value)
        yield self.create_text_message("Done.")
"""


def empty(variables: dict[str, object]) -> Package:
    """Return a package with our declarations and a tool that only fills *variables*."""
    declared = {name: content for name, content in pack.pack().entries.items() if not name.endswith((".py", ".json"))}
    return Package(
        {
            **declared,
            "main.py": EMPTY_MAIN,
            "provider/page_stats.py": EMPTY_PROVIDER,
            "tools/page_stats.py": EMPTY_TOOL.format(variables=variables).encode(),
        }
    )


def starting(python: Path, folder: Path) -> float:
    """Start a plugin; return the seconds until it is ready."""
    began = time.perf_counter()
    with Plugin(python, folder):
        return time.perf_counter() - began


def calling(python: Path, folder: Path, url: str) -> float:
    """Return the milliseconds of the fastest of many calls."""
    with Plugin(python, folder) as plugin:
        return best_of(CALLS, lambda: plugin.invoke({"url": url}, CREDENTIALS)) * 1000


def measure() -> Iterator[Row]:
    """Yield a row for each measurement."""
    python = find_python()
    if python is None:
        raise NotHereError("Python 3.12")
    with tempfile.TemporaryDirectory() as scratch, fixture_servers() as places:
        packages = {"ours": pack.pack(), "empty": empty(empty_outputs(pack.pack())), "mute": empty({})}
        ours, nothing, mute = (Path(scratch, name) for name in packages)
        for name, package in packages.items():
            package.unpack(Path(scratch, name))
        starts = [(starting(python, ours), starting(python, nothing)) for _ in range(STARTS)]
        start, peer = (min(seconds) for seconds in zip(*starts, strict=True))
        yield Row("startup until ready", start, "s", peer, TARGET_START, of_ratio=True)
        url = places["base"] + "/ok"
        core = best_of(CALLS, lambda: page_stats_payload({"url": url}, CONFIG)) * 1000
        call, peer = calling(python, ours, url), calling(python, nothing, url)
        yield Row("a warm call", call, "ms", peer)
        yield Row("a warm call, minus the core's own time", call - core, "ms", peer, TARGET_CALL, of_ratio=True)
        yield Row("the empty plugin with vs without variables", peer, "ms", calling(python, mute, url))
