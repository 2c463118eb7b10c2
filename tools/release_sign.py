"""Sign a release's Dify package: ``python tools/release_sign.py DIST VERSION``, the key being in ``DIFY_SIGNING_KEY``.

The key must be that of the committed public key, since that is what users verify with. The signed package, its
identifier and the public key are left beside the package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import rsa
from difypkg_archive import SUFFIX, Package, PackageError
from difypkg_keys import read_private, read_public
from difypkg_sign import sign
from difypkg_verify import verify
from release_guard import PUBLIC_KEY
from work_tree import ROOT

SECRET: Final = "DIFY_SIGNING_KEY"  # noqa: S105  # its name


def key_of(secret: str) -> rsa.RSAPrivateKey:
    """Return the key that the secret holds; no file of it is left."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "key.pem")
        path.touch(mode=0o600)
        # Forms for secrets add line ends, or take them away, and Dify's form of a key has exactly one.
        path.write_text(f"{secret.strip()}\n", "utf-8", newline="\n")
        return read_private(path)


def sign_release(dist: Path, version: str, secret: str, public: Path) -> Path:
    """Write the signed package beside the other, with its identifier and the public key, and return its path.

    Raises ``PackageError`` if the secret is no key, or not the private key of *public*.
    """
    package = Package.read(dist / f"page_stats-{version}{SUFFIX}")
    try:
        signed = sign(package, key_of(secret))
        verify(signed, read_public(public))
    except (PackageError, ValueError):  # whose messages may tell of a key
        raise PackageError(f"secret {SECRET} must be the private key of {PUBLIC_KEY}") from None
    path = dist / f"page_stats-{version}.signed{SUFFIX}"
    path.write_bytes(signed.to_bytes())
    path.with_suffix(".identifier").write_text(f"{signed.identifier()}\n", "utf-8", newline="\n")
    shutil.copyfile(public, dist / f"page_stats-{version}.public.pem")
    return path


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Sign a release's Dify package.")
    parser.add_argument("dist", type=Path)
    parser.add_argument("version")
    options = parser.parse_args()
    try:
        print(sign_release(options.dist, options.version, os.environ[SECRET], ROOT / PUBLIC_KEY))
    except PackageError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
