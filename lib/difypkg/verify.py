"""Verify a signed Dify package. Run it with ``hatch run difypkg:verify FILE --public-key F``.

Checks the signature and the identifier, and that the archive contains nothing unsigned. The identifier also covers
file names. The published identifier is an argument, or is read from the file next to the package; if neither
exists, the identifier is not checked.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from lib.difypkg.archive import VERIFICATION, Package, PackageError, check_form, error_text, sha256
from lib.difypkg.keys import read_public
from lib.difypkg.sign import CATEGORY, compact, signed_comment, signed_data


def verify(package: Package, key: rsa.RSAPublicKey) -> None:
    """Raise ``PackageError`` unless the owner of *key* signed exactly this *package*."""
    if VERIFICATION not in package.entries:
        raise PackageError("the package is unsigned")
    if list(package.entries)[-1] != VERIFICATION:
        raise PackageError(f"files were added after the signature: {list(package.entries)[-1]}")
    if package.entries[VERIFICATION] != compact({"authorized_category": CATEGORY}):
        raise PackageError(f"the package must state the category {CATEGORY}")
    try:
        fields = json.loads(package.comment)
        signature, time = base64.b64decode(fields["signature"], validate=True), int(fields["time"])
    except (ValueError, KeyError, TypeError, OverflowError):
        raise PackageError("the package's comment must contain a signature: it was truncated or changed") from None
    if package.comment != signed_comment(signature, time):
        raise PackageError("the package's comment was changed around its signature")
    try:
        digest = key.recover_data_from_signature(signature, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        raise PackageError("the package was signed with another key, or its signature was changed") from None
    if digest != sha256(signed_data(package.entries, time)):
        raise PackageError("files were changed, added or removed after the package was signed")


def check_identifier(package: Package, expected: str) -> None:
    """Raise ``PackageError`` unless *package* has the published identifier."""
    if package.identifier() != expected:
        raise PackageError(
            f"the identifier must be the published one,\n  {expected}\ngot\n  {package.identifier()}\n"
            "If the signature is valid, files were renamed, or this is another version."
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Verify a signed Dify package.")
    parser.add_argument("package", type=Path)
    parser.add_argument("--public-key", type=Path, required=True)
    parser.add_argument("--identifier", help="default: the content of NAME.signed.identifier next to the package")
    options = parser.parse_args()
    published = options.package.with_suffix(".identifier")
    try:
        package = Package.read(options.package)
        verify(package, read_public(options.public_key))
        check_form(options.package, package)
        expected = options.identifier
        if expected is None and published.exists():
            expected = published.read_text("utf-8", "replace").strip()
        if expected is not None:
            check_identifier(package, expected)
    except (PackageError, OSError) as error:
        sys.exit(error_text(error))
    known = "The identifier is the published one."
    unknown = "The signature does not cover file names: compare the identifier with the published one."
    print(f"The signature is valid.\n{package.identifier()}")
    print(unknown if expected is None else known)


if __name__ == "__main__":
    main()
