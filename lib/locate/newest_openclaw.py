"""Print OpenClaw's newest version on npm, including pre-releases, with ``python -m lib.locate.newest_openclaw``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable

from lib.locate.nodejs import environment, find_node, wanted


def newest(versions: Iterable[str]) -> str:
    """Return the newest of *versions*, in the order of semantic versioning."""
    return max(versions, key=order)


def order(version: str) -> tuple[object, ...]:
    """Return a sort key that compares numbers as numbers and puts a pre-release before its release."""
    release, _, label = version.partition("+")[0].partition("-")
    numbers = tuple(int(number) for number in release.split("."))
    labels = tuple((not part.isdigit(), part.zfill(20) if part.isdigit() else part) for part in label.split("."))
    return numbers, not label, labels


def published() -> list[str]:
    """Return all versions on npm."""
    node = find_node() or sys.exit(f"{wanted()} not found")
    command = [str(node.with_name("npm")), "view", "openclaw", "versions", "--json"]
    done = subprocess.run(command, env=environment(node), capture_output=True, encoding="utf-8", check=True)
    versions = json.loads(done.stdout)
    return [version for version in versions if re.match(r"\d+\.\d+\.\d+", version)]


if __name__ == "__main__":
    print(newest(published()))
