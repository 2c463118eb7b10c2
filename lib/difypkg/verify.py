"""Verify a signed package: ``hatch run difypkg:verify FILE --public-key F``.

Checks the signature, that the archive contains nothing unsigned, and the identifier, which also covers names. The
identifier is given, or read from the file next to the package if there is one.
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
        raise PackageError("The package is not signed.")
    if list(package.entries)[-1] != VERIFICATION:
        raise PackageError(f"Files were added behind the signature: {list(package.entries)[-1]}.")
    if package.entries[VERIFICATION] != compact({"authorized_category": CATEGORY}):
        raise PackageError(f"The package does not say that it is of the category {CATEGORY}.")
    try:
        fields = json.loads(package.comment)
        signature, time = base64.b64decode(fields["signature"], validate=True), int(fields["time"])
    except (ValueError, KeyError, TypeError, OverflowError):
        raise PackageError("The package's comment holds no signature: it was cut off or changed.") from None
    if package.comment != signed_comment(signature, time):
        raise PackageError("The package's comment was changed around its signature.")
    try:
        digest = key.recover_data_from_signature(signature, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        raise PackageError("The package was signed with another key, or its signature was changed.") from None
    if digest != sha256(signed_data(package.entries, time)):
        raise PackageError("Files were changed, added or taken out since the package was signed.")


def check_identifier(package: Package, expected: str) -> None:
    """Raise ``PackageError`` unless *package* has the published identifier."""
    if package.identifier() != expected:
        raise PackageError(
            f"The package is not the one that was published: its identifier is\n  {package.identifier()}\nnot\n  "
            f"{expected}\nIf the signature is in order, files were renamed, or it is another version."
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
    known = "That is the published identifier."
    print(f"The signature is right.\n{package.identifier()}")
    print("Names are not signed: compare it with the published one." if expected is None else known)


if __name__ == "__main__":
    main()
