"""Publish a release's OpenClaw plugin: ``hatch run node:publish DIST VERSION``, the very file that was tested.

``clawhub`` asks to be trusted as the job that it runs in. Only where ClawHub does not know the name yet it needs
``CLAWHUB_TOKEN``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from nodejs import environment, find_node
from release_files import sums
from release_published import missing_on_clawhub
from release_web import CLAWHUB
from work_tree import ROOT

PROGRAM: Final = ROOT / "packages/openclaw-page-stats/node_modules/.bin/clawhub"
CHECKS_SECONDS: Final = 2400  # for ClawHub's checks of a package


def command(file: Path, version: str) -> list[str]:
    """Return what publishes *file*. A candidate does not become what everybody installs."""
    tag = "rc" if "-rc" in version else "latest"
    told = ("--source-repo", os.environ["GITHUB_REPOSITORY"], "--source-commit", os.environ["GITHUB_SHA"])
    waiting = ("--wait", "--wait-timeout", str(CHECKS_SECONDS), "--json")
    return [str(PROGRAM), "package", "publish", str(file.resolve()), "--tags", tag, *told, *waiting]


def publish(file: Path, version: str, token: str) -> int:
    """Publish *file*; the token, if there is one, is in a file for as long as that takes."""
    node = find_node()
    assert node, "hatch run node:install comes first"
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config.json")
        config.touch(mode=0o600)
        config.write_text(json.dumps({"registry": CLAWHUB} | ({"token": token} if token else {})), "utf-8")
        variables = environment(node) | {"CLAWHUB_CONFIG_PATH": str(config), "CLAWHUB_DISABLE_TELEMETRY": "1"}
        variables |= {"CLAWHUB_REGISTRY": CLAWHUB, "CLAWHUB_SITE": CLAWHUB}
        variables.pop("CLAWHUB_TOKEN", None)
        return subprocess.run(command(file, version), env=variables, check=False).returncode


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Publish a release's OpenClaw plugin.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    options = parser.parse_args()
    left = missing_on_clawhub(options.version, sums(options.dist))
    if not left:
        print("ClawHub already has this version.")
        return 0
    return publish(options.dist / left[0], options.version, os.environ.get("CLAWHUB_TOKEN", ""))


if __name__ == "__main__":
    sys.exit(main())
