"""What a host asks of a package before it takes it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Sighting, saw

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


def daemon(host: InDaemon) -> Iterator[Sighting]:
    """Upload the toy unsigned, signed, and changed after it was signed; the daemon enforces signatures."""
    entries, comment = host.package.entries, host.package.comment
    unsigned = {name: text for name, text in entries.items() if not name.startswith(".verification")}
    said = host.upload(replace(host.package, entries=unsigned, comment=b""))
    yield saw("nobody's", "daemon", said, "enforced" if said.startswith("refused") else "absent")
    yield saw("signed", "daemon", host.upload(host.package))
    changed = {**entries, "main.py": entries["main.py"] + b"\n"}
    said = host.upload(replace(host.package, entries=changed, comment=comment))
    yield saw("changed", "daemon", said, "enforced" if said.startswith("refused") else "absent")
    renamed = {("moved.py" if name == "main.py" else name): text for name, text in entries.items()}
    said = host.upload(replace(host.package, entries=renamed, comment=comment))
    yield saw("renamed", "daemon", said, "enforced" if said.startswith("refused") else "absent")


def openclaw(host: OpenClaw) -> Iterator[Sighting]:
    """Install the toy's tarball without a word, and with half of what is asked for."""
    said = host.install()
    yield saw("nobody's", "openclaw", said, "enforced" if "ends with 1" in said else "absent")
    said = host.install("--force")
    yield saw("consent", "openclaw", f"with `--force`, {said}", "enforced" if "ends with 1" in said else "absent")
