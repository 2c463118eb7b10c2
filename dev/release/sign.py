"""Sign the Dify package of a release. Run it with ``python -m dev.release.sign DIST VERSION``.

The private key in the variable ``DIFY_SIGNING_KEY`` must match the committed public key, with which users verify
packages. The signed package, its identifier and the public key are written next to the unsigned package.
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

from dev.release.preflight import PUBLIC_KEY
from lib.difypkg.archive import SUFFIX, Package, PackageError
from lib.difypkg.keys import read_private, read_public
from lib.difypkg.sign import sign
from lib.difypkg.verify import verify
from lib.repository import ROOT

SECRET: Final = "DIFY_SIGNING_KEY"  # noqa: S105  # the secret's name


def key_of(secret: str) -> rsa.RSAPrivateKey:
    """Return the private key in *secret*, read from a temporary file that is then deleted."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "key.pem")
        path.touch(mode=0o600)
        # A web form for secrets may add or remove line feeds at the end; Dify requires exactly one.
        path.write_text(f"{secret.strip()}\n", "utf-8", newline="\n")
        return read_private(path)


def sign_release(dist: Path, version: str, secret: str, public: Path) -> Path:
    """Write the signed package, its identifier and the public key into *dist*; return the package's path.

    Raises ``PackageError`` if the secret is not a key, or does not match *public*.
    """
    package = Package.read(dist / f"page_stats-{version}{SUFFIX}")
    try:
        signed = sign(package, key_of(secret))
        verify(signed, read_public(public))
    except (PackageError, ValueError):  # not chained, because these errors' messages may contain parts of a key
        raise PackageError(f"secret {SECRET} must be the private key of {PUBLIC_KEY}") from None
    path = dist / f"page_stats-{version}.signed{SUFFIX}"
    path.write_bytes(signed.to_bytes())
    path.with_suffix(".identifier").write_text(f"{signed.identifier()}\n", "utf-8", newline="\n")
    shutil.copyfile(public, dist / f"page_stats-{version}.public.pem")
    return path


def main() -> None:
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
