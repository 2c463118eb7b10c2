"""Install a release from ClawHub as a user does: ``hatch run node:verify DIST VERSION``.

A new OpenClaw installs the plugin and notes what it took, which must be our file, and takes a turn in its Gateway.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import release_published
from hosts.openclaw.host import Host
from hosts.openclaw.model import Model
from release_files import sums, tell
from release_page import HOST, page, read
from release_published import CLAWHUB_PACKAGE, PATIENCE, missing_on_clawhub
from release_web import CLAWHUB


def wait_for(version: str, files: dict[str, str], patience: float) -> None:
    """Return once ClawHub shows the package; ends the program if that takes too long."""
    release_published.wait_for(lambda: [version] if missing_on_clawhub(version, files) else [], "ClawHub", patience)


def specification(version: str) -> str:
    """Return what a user asks OpenClaw for; a candidate must be named."""
    return f"clawhub:{CLAWHUB_PACKAGE}" + (f"@{version}" if "-rc" in version else "")


def check_taken(report: dict[str, Any], version: str, expected: str) -> None:
    """End the program unless OpenClaw loads this version, and took the file of the *expected* SHA-256 digest."""
    plugin, taken = report["plugin"], report["install"]
    if plugin["status"] != "loaded" or plugin["version"] != version:
        sys.exit(f"OpenClaw failed to load {version}: {json.dumps(plugin)}")
    if taken["clawpackSha256"] != expected:
        sys.exit(f"OpenClaw must install the package as it was built, but installed {json.dumps(taken)}")


def turn(host: Host, model: Model) -> str:
    """Let an agent take a turn in the Gateway; return in words what the tool said."""
    with page() as url:
        host.set("tools.web.fetch.ssrfPolicy", {"allowedHostnames": [HOST]})
        model.next_call = "page_stats", json.dumps({"url": url})
        host.start()
        try:
            status, answer = host.ask()
        finally:
            host.stop()
    assert status == 200, answer
    return read(json.loads(model.results[-1]))


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Install a release from ClawHub as a user would.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds to wait for an upload to appear")
    options = parser.parse_args()
    files = sums(options.dist)
    wait_for(options.version, files, options.patience)
    wanted = specification(options.version)
    with tempfile.TemporaryDirectory() as folder, Model() as model:
        host = Host(Path(folder), model.base)
        host.environment["OPENCLAW_CLAWHUB_URL"] = CLAWHUB
        del host.environment["OPENCLAW_OFFLINE"]  # a user is not
        host.do("plugins", "install", wanted, "--accept-capabilities")
        check_taken(host.inspect(), options.version, files[f"{CLAWHUB_PACKAGE}-{options.version}.tgz"])
        tell(f"`openclaw plugins install {wanted}` works, and took our file; in a turn of an agent {turn(host, model)}")


if __name__ == "__main__":
    main()
