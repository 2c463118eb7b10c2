"""Make the files that the publishing steps of a release read: small packages, and a ``SHA256SUMS`` file."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

from lib.checksums import SUMS, digest


def seal(folder: Path) -> None:
    """Write SHA256SUMS for the files in *folder*."""
    (folder / SUMS).unlink(missing_ok=True)
    (folder / SUMS).write_text("".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in folder.iterdir()))


def tarball(version: str) -> bytes:
    """Return a package for OpenClaw that contains only its package.json."""
    openclaw = {"compat": {"pluginApi": ">=2026.9.6"}, "build": {"openclawVersion": "2026.9.6"}}
    described = json.dumps({"name": "openclaw-page-stats", "version": version, "openclaw": openclaw}).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/package.json")
        member.size = len(described)
        archive.addfile(member, io.BytesIO(described))
    return packed.getvalue()
