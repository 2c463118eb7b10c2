"""Make and read the key pair that signs and verifies a package. ``hatch run difypkg:keys FOLDER`` makes a pair.

Dify requires an RSA key in PKCS#1. A key file must contain exactly one PEM block, because Dify rejects every plugin if
the file contains any other byte.
"""

from __future__ import annotations

import argparse
import os
import shlex
import stat
import sys
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from lib.difypkg.archive import PackageError, error_text
from lib.repository import ROOT

BITS: Final = 4096
PRIVATE: Final = "page_stats.private.pem"
PUBLIC: Final = "page_stats.public.pem"
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def make_pair(folder: Path, bits: int = BITS) -> tuple[Path, Path]:
    """Write a new key pair into *folder*; return both paths. Only the owner can read the private key.

    Raises ``PackageError`` if the folder is in the repository or already has a key.
    """
    require_outside_repository(folder)
    for path in (folder / PRIVATE, folder / PUBLIC):
        if path.exists():
            raise PackageError(f"{path} already exists: keys are never overwritten")
    key = rsa.generate_private_key(public_exponent=65537, key_size=bits)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.PKCS1)
    folder.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(folder / PRIVATE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(private)
    (folder / PUBLIC).write_bytes(public)
    return folder / PRIVATE, folder / PUBLIC


def read_private(path: Path) -> rsa.RSAPrivateKey:
    """Return the key at *path*.

    Raises ``PackageError`` if it does not have Dify's format, is readable by others, or is in the repository.
    """
    block = read_block(path, "RSA PRIVATE KEY")
    require_outside_repository(path)
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        raise PackageError(f"{path} must be readable only by its owner: chmod 600 {shlex.quote(str(path))}")
    try:
        key = serialization.load_pem_private_key(block, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):  # the key is damaged, has a password, or is of another kind
        raise PackageError(f"{path} must contain a valid private key without a password") from None
    assert isinstance(key, rsa.RSAPrivateKey)
    return key


def read_public(path: Path) -> rsa.RSAPublicKey:
    """Return the key at *path*; raises ``PackageError`` if it does not have Dify's format."""
    try:
        key = serialization.load_pem_public_key(read_block(path, "RSA PUBLIC KEY"))
    except (ValueError, UnsupportedAlgorithm):
        raise PackageError(f"{path} must contain a valid public key: it was truncated or changed") from None
    assert isinstance(key, rsa.RSAPublicKey)
    return key


def require_outside_repository(path: Path) -> None:
    if path.resolve().is_relative_to(ROOT):
        raise PackageError(f"{path} must be outside the repository: it holds a private key")


def read_block(path: Path, kind: str) -> bytes:
    """Return the content of *path*, which must be exactly one PEM block of *kind*."""
    data = path.read_bytes()
    begin, end = f"-----BEGIN {kind}-----\n".encode(), f"-----END {kind}-----\n".encode()
    if not data.startswith(begin) or not data.endswith(end) or data.count(b"-----BEGIN") != 1:
        raise PackageError(
            f"{path} must be exactly one PEM block of type {kind} (PKCS#1) that ends with a newline: "
            "Dify rejects anything else"
        )
    return data


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a pair of keys for signing packages.")
    parser.add_argument("folder", type=Path, help="the folder to write to, outside the repository")
    try:
        private, public = make_pair(parser.parse_args().folder)
    except (PackageError, OSError) as error:
        sys.exit(error_text(error))
    print(f"{private}\n{public}")


if __name__ == "__main__":
    main()
