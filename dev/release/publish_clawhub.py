"""Publish the tested OpenClaw plugin on ClawHub. Run it with ``hatch run node:publish DIST VERSION``.

The program ``clawhub`` authenticates with the identity of the CI job that it runs in (trusted publishing). It needs the
variable ``CLAWHUB_TOKEN`` only until ClawHub has the package.
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

from dev.release.registries import CLAWHUB
from dev.release.registry_state import missing_on_clawhub
from lib.checksums import read_sums
from lib.locate.nodejs import environment, find_node
from lib.repository import ROOT

PROGRAM: Final = ROOT / "packages/openclaw-page-stats/node_modules/.bin/clawhub"
CHECKS_SECONDS: Final = 2400  # seconds for ClawHub's checks of a package


def command(file: Path, version: str) -> list[str]:
    """Return the command that publishes *file*; a release candidate does not get the tag ``latest``."""
    tag = "rc" if "-rc" in version else "latest"
    source = ("--source-repo", os.environ["GITHUB_REPOSITORY"], "--source-commit", os.environ["GITHUB_SHA"])
    waiting = ("--wait", "--wait-timeout", str(CHECKS_SECONDS), "--json")
    return [str(PROGRAM), "package", "publish", str(file.resolve()), "--tags", tag, *source, *waiting]


def publish(file: Path, version: str, token: str) -> int:
    """Publish *file* and return the exit status. The token is in a temporary file while the command runs."""
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
    parser = argparse.ArgumentParser(description="Publish a release's OpenClaw plugin.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    options = parser.parse_args()
    left = missing_on_clawhub(options.version, read_sums(options.dist))
    if not left:
        print("ClawHub already has this version.")
        return 0
    return publish(options.dist / left[0], options.version, os.environ.get("CLAWHUB_TOKEN", ""))


if __name__ == "__main__":
    sys.exit(main())
