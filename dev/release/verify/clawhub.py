"""Install a release from ClawHub as a user does. Run it with ``hatch run node:verify DIST VERSION``.

OpenClaw, with a new home folder, installs the plugin and runs an agent in its Gateway. The installed file must have the
same digest as the file that we built.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from dev.release import registry_state
from dev.release.registries import CLAWHUB
from dev.release.registry_state import CLAWHUB_PACKAGE, PATIENCE, missing_on_clawhub
from harness.hosts.openclaw.host import Host
from harness.hosts.openclaw.model import Model
from lib.checksums import announce, read_sums
from lib.smoke_page import HOST, check_answer, page


def wait_for(version: str, files: dict[str, str], patience: float) -> None:
    """Wait until ClawHub has the package; ends the program after *patience* seconds."""
    registry_state.wait_for(lambda: [version] if missing_on_clawhub(version, files) else [], "ClawHub", patience)


def specification(version: str) -> str:
    """Return the name with which a user installs the plugin. For a release candidate it includes the version."""
    return f"clawhub:{CLAWHUB_PACKAGE}" + (f"@{version}" if "-rc" in version else "")


def check_installed(report: dict[str, Any], version: str, expected: str) -> None:
    """End the program unless OpenClaw loaded *version* from the file with the *expected* SHA-256 digest."""
    plugin, taken = report["plugin"], report["install"]
    if plugin["status"] != "loaded" or plugin["version"] != version:
        sys.exit(f"OpenClaw failed to load {version}: {json.dumps(plugin)}")
    if taken["clawpackSha256"] != expected:
        sys.exit(f"OpenClaw must install the package as it was built, but installed {json.dumps(taken)}")


def run_agent(host: Host, model: Model) -> str:
    """Run an agent in the Gateway and summarize the tool's result."""
    with page() as url:
        host.set("tools.web.fetch.ssrfPolicy", {"allowedHostnames": [HOST]})
        model.next_call = "page_stats", json.dumps({"url": url})
        host.start()
        try:
            status, answer = host.ask()
        finally:
            host.stop()
    assert status == 200, answer
    return check_answer(json.loads(model.results[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Install a release from ClawHub as a user would.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds until an upload must be visible")
    options = parser.parse_args()
    files = read_sums(options.dist)
    wait_for(options.version, files, options.patience)
    wanted = specification(options.version)
    with tempfile.TemporaryDirectory() as folder, Model() as model:
        host = Host(Path(folder), model.base)
        host.environment["OPENCLAW_CLAWHUB_URL"] = CLAWHUB
        del host.environment["OPENCLAW_OFFLINE"]  # OpenClaw is online, as it is for users
        host.do("plugins", "install", wanted, "--accept-capabilities")
        check_installed(host.inspect(), options.version, files[f"{CLAWHUB_PACKAGE}-{options.version}.tgz"])
        announce(f"`openclaw plugins install {wanted}` installed our file; in an agent run, {run_agent(host, model)}")


if __name__ == "__main__":
    main()
