"""Find Dify's own command: the program that ``DIFY_CLI`` names, ``dify`` on the PATH, or a release, downloaded once.

We use the command to check our packages, but not to build them.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import platform
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Final

VERSION: Final = "0.6.4"
RELEASE: Final = f"https://github.com/langgenius/dify-plugin-daemon/releases/download/{VERSION}/dify-plugin-"
SHA256: Final = {
    "darwin-amd64": "1a9f464c84549529477812781cc6e40f6c6749f19ea63b2597af629a704a60bd",
    "darwin-arm64": "fd2351cd60e691fdbca80a52aeab2cc01dd69183c521f7de65dcf570f3280aca",
    "linux-amd64": "5c63341c6d466d7126e41a4f39a7e73a54ff7aab0f28463a726590ae5b8d6f1c",
    "linux-arm64": "36802446b7d47c13f1ae88cec87ab55b895466ffeaab0853df27a10dc63658f5",
}
MACHINES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
DOWNLOAD_SECONDS: Final = 20.0


def find_cli() -> tuple[Path | None, str]:
    """Return the path of Dify's command, or None and the reason why there is none."""
    given = os.environ.get("DIFY_CLI")
    if given:
        return (Path(given), "") if is_program(given) else (None, f"DIFY_CLI must name a program, got {given}")
    on_path = shutil.which("dify")
    if on_path:
        return Path(on_path), ""
    return downloaded(f"{sys.platform}-{MACHINES.get(platform.machine(), platform.machine())}", cache())


def is_program(path: str) -> bool:
    """Whether *path* is an executable file."""
    return Path(path).is_file() and os.access(path, os.X_OK)


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "page-stats" / f"dify-{VERSION}"


def downloaded(system: str, folder: Path) -> tuple[Path | None, str]:
    """Return the path of the release for *system* in *folder*, or None and the reason why there is none.

    The release is downloaded if it is not in *folder*.
    """
    why = f"DIFY_CLI is unset, dify was not found on the PATH, and release {VERSION} "
    path = folder / system
    if path.is_file() and is_pinned(system, path.read_bytes()):
        return path, ""
    if system not in SHA256:
        return None, f"{why}has no known build for {system}"
    try:
        with urllib.request.urlopen(RELEASE + system, timeout=DOWNLOAD_SECONDS) as answer:  # noqa: S310  # https
            program = answer.read()
    except (OSError, http.client.HTTPException) as error:
        return None, f"{why}could not be downloaded ({getattr(error, 'reason', error)})"
    if not is_pinned(system, program):
        return None, f"{why}does not match the pinned checksum"
    try:
        keep(program, path)
    except OSError as error:
        return None, f"{why}could not be saved in {folder} ({error.strerror})"
    return path, ""


def keep(program: bytes, path: Path) -> None:
    """Write *program* to *path* atomically, safe against concurrent writers."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        whole = Path(scratch, path.name)
        whole.write_bytes(program)
        whole.chmod(0o755)
        whole.replace(path)


def is_pinned(system: str, program: bytes) -> bool:
    """Whether *program* is the pinned release for *system*."""
    return hashlib.sha256(program).hexdigest() == SHA256.get(system)
