"""Sign the Dify package. Run it with ``hatch run difypkg:sign --key F [PACKAGE]``.

The signature covers the files' contents in order, but not their names. The identifier also covers the names. The
identifier is printed, is written next to the signed package, and must be published with it.
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

from lib.difypkg.archive import SUFFIX, VERIFICATION, Package, PackageError, error_text, sha256
from lib.difypkg.keys import read_private
from lib.difypkg.pack import DIST, pack

# If a signature states no category, Dify assumes that Dify itself signed the package.
CATEGORY: Final = "community"

# The time in the signature is the fixed date of the archive's entries, so that the same sources and key always produce
# the same bytes.
TIME: Final = 315532800


def signed_data(entries: Mapping[str, bytes], time: int) -> bytes:
    """Return the bytes that the signature covers."""
    return b"".join(sha256(content) for content in entries.values()) + str(time).encode()


def sign(package: Package, key: rsa.RSAPrivateKey) -> Package:
    """Return *package* with a signature; raises ``PackageError`` if it already has one."""
    if VERIFICATION in package.entries or package.comment:
        raise PackageError("the package is already signed: sign the unsigned one")
    entries = {**package.entries, VERIFICATION: compact({"authorized_category": CATEGORY})}
    signature = key.sign(signed_data(entries, TIME), padding.PKCS1v15(), hashes.SHA256())
    return Package(entries, signed_comment(signature, TIME))


def signed_comment(signature: bytes, time: int) -> bytes:
    """Return the archive comment that holds a signature."""
    return compact({"signature": base64.b64encode(signature).decode(), "time": time})


def compact(value: object) -> bytes:
    """Return *value* as JSON without whitespace."""
    return json.dumps(value, separators=(",", ":")).encode()


def main() -> None:
    parser = argparse.ArgumentParser(description="Sign the Dify plugin's package.")
    parser.add_argument("--key", type=Path, required=True, help="private key (difypkg:keys creates one)")
    parser.add_argument("package", type=Path, nargs="?", help="default: this version's package in dist")
    options = parser.parse_args()
    try:
        source = options.package or default_package()
        signed = sign(Package.read(source), read_private(options.key))
    except (PackageError, OSError) as error:
        sys.exit(error_text(error))
    path = source.with_suffix(f".signed{SUFFIX}")
    path.write_bytes(signed.to_bytes())
    path.with_suffix(".identifier").write_text(f"{signed.identifier()}\n", "utf-8", newline="\n")
    print(f"{path}\n{signed.identifier()}")


def default_package() -> Path:
    """Return the path of this version's package in dist, which must match the current sources."""
    package = pack()
    path = DIST / package.filename()
    if not path.exists() or path.read_bytes() != package.to_bytes():
        raise PackageError(f"{path} is missing or stale: run `hatch run difypkg`")
    return path


if __name__ == "__main__":
    main()
