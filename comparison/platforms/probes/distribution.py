"""A host's requirements for a package, and whether the host notices changes to a signed package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, observe

if TYPE_CHECKING:
    from comparison.platforms.hosts.daemon import InDaemon
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "nobody's": "a package for which nobody answers",
    "consent": "what its operator must say",
    "signed": "a package that a trusted key has signed",
    "changed": "the same, a file changed",
    "renamed": "the same, a file renamed",
}
COLUMNS: Final = ("daemon", "openclaw")


def daemon(host: InDaemon) -> Iterator[Finding]:
    """Upload the toy unsigned, signed, and changed after signing, to a daemon that enforces signatures."""
    entries, comment = host.package.entries, host.package.comment
    unsigned = {name: text for name, text in entries.items() if not name.startswith(".verification")}
    outcome = host.upload(replace(host.package, entries=unsigned, comment=b""))
    yield observe("nobody's", "daemon", outcome, "enforced" if outcome.startswith("refused") else "absent")
    yield observe("signed", "daemon", host.upload(host.package))
    changed = {**entries, "main.py": entries["main.py"] + b"\n"}
    outcome = host.upload(replace(host.package, entries=changed, comment=comment))
    yield observe("changed", "daemon", outcome, "enforced" if outcome.startswith("refused") else "absent")
    renamed = {("moved.py" if name == "main.py" else name): text for name, text in entries.items()}
    outcome = host.upload(replace(host.package, entries=renamed, comment=comment))
    yield observe("renamed", "daemon", outcome, "enforced" if outcome.startswith("refused") else "absent")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Install the toy's tarball without options, and then with one of the two options that OpenClaw asks for."""
    outcome = host.install()
    yield observe("nobody's", "openclaw", outcome, "enforced" if "ends with 1" in outcome else "absent")
    outcome = host.install("--force")
    yield observe(
        "consent", "openclaw", f"with `--force`, {outcome}", "enforced" if "ends with 1" in outcome else "absent"
    )
