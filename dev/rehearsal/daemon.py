"""Install the signed package of GitHub's release into Dify's daemon, as the last step of a rehearsal."""

from __future__ import annotations

from pathlib import Path

from harness.hosts.dify.daemon import Daemon
from harness.hosts.dify.services import Services, find_parts
from lib.difypkg.archive import Package
from lib.hatch_env import why_no_python
from lib.locate.dify_sdk import PYTHON, find_python
from lib.smoke_page import HOST, check_answer, page


def why_unavailable() -> str:
    """Return why the daemon cannot run on this machine, or an empty string."""
    python = find_python()
    return find_parts(python)[1] if python else why_no_python(PYTHON)


def install(package: Path, public_key: Path) -> str:
    """Install *package* into a daemon that trusts only *public_key*, call the tool, and summarize its result.

    Raises ``DaemonError`` if the daemon rejects the package.
    """
    python = find_python()
    assert python
    server, why = find_parts(python)
    assert server, why
    with Services(server, [public_key]) as services, page() as url:
        daemon = Daemon(services.port)
        uploaded = daemon.upload(package)
        identifier = Package.read(package).identifier()
        assert (uploaded["unique_identifier"], uploaded["manifest"]["verified"]) == (identifier, True), uploaded
        assert daemon.install(identifier) == "success"
        answer = daemon.invoke(identifier.partition(":")[0], {"url": url}, {"allowed_hosts": HOST})
        return check_answer(answer.payload)
