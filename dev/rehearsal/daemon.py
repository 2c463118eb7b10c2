"""The last mile of a rehearsal: the signed package that GitHub's release holds, in Dify's own daemon."""

from __future__ import annotations

from pathlib import Path

from harness.hosts.dify.daemon import Daemon
from harness.hosts.dify.services import Services, find_parts
from lib.difypkg.archive import Package
from lib.hatch_env import why_no_python
from lib.locate.dify_sdk import PYTHON, find_python
from lib.smoke_page import HOST, check_answer, page


def why_unavailable() -> str:
    """Return why there is no daemon on this machine, or nothing if there is."""
    python = find_python()
    return find_parts(python)[1] if python else why_no_python(PYTHON)


def install(package: Path, public_key: Path) -> str:
    """Install *package* into a daemon that trusts that key alone; return in words what the tool said of a page.

    Raises ``DaemonError`` if the daemon refuses it.
    """
    python = find_python()
    assert python
    server, why = find_parts(python)
    assert server, why
    with Services(server, [public_key]) as services, page() as url:
        daemon = Daemon(services.port)
        told = daemon.upload(package)
        identifier = Package.read(package).identifier()
        assert (told["unique_identifier"], told["manifest"]["verified"]) == (identifier, True), told
        assert daemon.install(identifier) == "success"
        answer = daemon.invoke(identifier.partition(":")[0], {"url": url}, {"allowed_hosts": HOST})
        return check_answer(answer.payload)
