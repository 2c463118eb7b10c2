"""Sign the package: ``hatch run difypkg:sign --key F [PACKAGE]``.

The signature covers the contents of the files in their order, and not their names: the identifier does, which is
printed and written beside the signed package, to be published with it.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from difypkg import DIST, pack
from difypkg_archive import SUFFIX, VERIFICATION, Package, PackageError, said, sha256
from difypkg_keys import read_private

# Whoever does not say so is taken for a package of Dify's makers.
CATEGORY: Final = "community"

# The time that is signed is the entries' date, so that the same sources and key make the same bytes.
TIME: Final = 315532800


def signed_data(entries: Mapping[str, bytes], time: int) -> bytes:
    """Return what a signature is made of."""
    return b"".join(sha256(content) for content in entries.values()) + str(time).encode()


def sign(package: Package, key: rsa.RSAPrivateKey) -> Package:
    """Return *package* signed; raises ``PackageError`` if it has a signature already."""
    if VERIFICATION in package.entries or package.comment:
        raise PackageError("the package is already signed: sign the unsigned one")
    entries = {**package.entries, VERIFICATION: compact({"authorized_category": CATEGORY})}
    signature = key.sign(signed_data(entries, TIME), padding.PKCS1v15(), hashes.SHA256())
    return Package(entries, signed_comment(signature, TIME))


def signed_comment(signature: bytes, time: int) -> bytes:
    """Return the comment of an archive that is signed."""
    return compact({"signature": base64.b64encode(signature).decode(), "time": time})


def compact(value: object) -> bytes:
    """Return *value* as JSON without blanks."""
    return json.dumps(value, separators=(",", ":")).encode()


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Sign the Dify plugin's package.")
    parser.add_argument("--key", type=Path, required=True, help="private key (difypkg:keys creates one)")
    parser.add_argument("package", type=Path, nargs="?", help="default: the package in dist, which must be up to date")
    options = parser.parse_args()
    try:
        source = options.package or default_package()
        signed = sign(Package.read(source), read_private(options.key))
    except (PackageError, OSError) as error:
        sys.exit(said(error))
    path = source.with_suffix(f".signed{SUFFIX}")
    path.write_bytes(signed.to_bytes())
    path.with_suffix(".identifier").write_text(f"{signed.identifier()}\n", "utf-8", newline="\n")
    print(f"{path}\n{signed.identifier()}")


def default_package() -> Path:
    """Return the path of the package of this version, which must be what the sources make now."""
    package = pack()
    path = DIST / f"{package.says('name')}-{package.says('version')}{SUFFIX}"
    if not path.exists() or path.read_bytes() != package.to_bytes():
        raise PackageError(f"{path} is missing or stale: run `hatch run difypkg`")
    return path


if __name__ == "__main__":
    main()
