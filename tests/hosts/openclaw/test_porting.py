"""The OpenClaw plugin of the example tool in docs/porting.md, built and checked with OpenClaw's commands."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from harness import porting
from harness.hosts.openclaw.host import PACKAGE, QUIET, node_environment

pytestmark = pytest.mark.timeout(300)

PROGRAM = """
const plugin = (await import('./dist/index.js')).default;
const made = [];
plugin.register({ pluginConfig: {}, config: {}, registerTool: (tool) => made.push(tool({})) });
const answers = process.argv.slice(1).map(async (call) => (await made[0].execute('1', JSON.parse(call))).details);
console.log(JSON.stringify([made[0].name, ...(await Promise.all(answers))]));
"""


@pytest.fixture(scope="module")
def plugin(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the plugin of the example tool and return its folder."""
    assert built  # the example uses the compiler that our build installs
    tool = porting.ported(tmp_path_factory.mktemp("ported"))
    assert porting.manifests(tool).returncode == 0
    folder = tool / porting.OPENCLAW
    (folder / "node_modules").symlink_to(PACKAGE / "node_modules")
    done = run(folder, "node", "--run", "build")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the plugin's folder with a separate home folder."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    variables = node_environment() | QUIET | {"HOME": str(home)}
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, encoding="utf-8", timeout=200, check=False
    )


def test_manifest(plugin: Path) -> None:
    """OpenClaw's validation fails until OpenClaw's build command has generated the manifest from the program."""
    entry = ("--entry", "./dist/index.js")
    assert run(plugin, "openclaw", "plugins", "validate", *entry).returncode == 1
    done = run(plugin, "openclaw", "plugins", "build", *entry)
    assert done.returncode == 0, done.stderr
    done = run(plugin, "openclaw", "plugins", "validate", *entry)
    assert (done.returncode, done.stdout.strip()) == (0, "Plugin text-stats is valid.")
    written = json.loads((plugin / "openclaw.plugin.json").read_text("utf-8"))
    assert written["contracts"]["tools"] == list(written["toolMetadata"]) == ["text_stats"]


def test_answers(plugin: Path) -> None:
    """The registered tool answers every call as the example tool's contract requires."""
    expected = porting.answers()
    done = run(plugin, "node", "--input-type=module", "--eval", PROGRAM, "--", *expected)
    assert done.returncode == 0, done.stderr
    name, *found = json.loads(done.stdout)
    assert name == "text_stats"
    for answer, part in zip(found, expected.values(), strict=True):
        assert {**answer, **part} == answer
