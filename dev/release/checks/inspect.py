"""Inspect the artefacts that ``hatch run build`` wrote to ``dist``. Run it with ``hatch run release:inspect``.

Reads the artefacts as their users do. Compares their file lists, packing, contents, versions, licences, and pins of our
core with the repository, and reports all errors at once.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

from dev.release.checks import archive, expected_files, locks, metadata
from lib import artefacts
from lib.repository import ROOT
from lib.versions import canonical, stated

# Patterns of secrets and of traces of the build machine: home and scratch folders, package indexes, private keys.
PRIVATE: Final = re.compile(
    rb"/(?:home|Users|root|tmp|private/var)/\w[^\s'\"]*|[A-Z]:\\Users\\|file:///\w[^\s'\"]*"
    rb"|--(?:extra-)?index-url|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)


def inspect(dist: Path, root: Path = ROOT) -> list[str]:
    """Return the errors in *dist*, which should be a build of the repository *root*."""
    version = stated(root)
    names = artefacts.names(version)
    there = {path.name for path in dist.iterdir()} if dist.is_dir() else set()
    faults = [f"{name} is missing: run `hatch run build`" for name in names if name not in there]
    faults += [f"{name} is unexpected: {version} has no such file" for name in sorted(there - {*names})]
    expected = expected_files.files(root, version)
    licence = (root / "LICENSE").read_bytes()
    for name in names:
        if name in there:
            contents = artefacts.contents(dist / name)
            found = [
                *archive.errors(dist / name),
                *wrong_files(contents, expected[name].keys()),
                *wrong_copies(contents, expected[name], root),
                *wrong_versions(contents, version),
                *wrong_pins(contents, version),
                *wrong_licence(contents, licence),
                *private(contents, root),
            ]
            faults += [f"{name}: {fault}" for fault in found]
    return [*faults, *locks.errors(root)]


def wrong_files(contents: Mapping[str, bytes], expected: Set[str]) -> Iterator[str]:
    """Yield unexpected and missing files."""
    for name in sorted(contents.keys() - expected):
        yield f"contains unexpected {name}"
    for name in sorted(expected - contents.keys()):
        yield f"lacks {name}"


def wrong_copies(contents: Mapping[str, bytes], expected: Mapping[str, str], root: Path) -> Iterator[str]:
    """Yield files that differ from their source in the repository, or whose source is a symbolic link."""
    for name, source in sorted(expected.items()):
        if not source or name not in contents:
            continue
        if (root / source).resolve() != root.resolve() / source:
            yield f"{name} must be a regular file in the tree, not a link"
        elif contents[name] != (root / source).read_bytes():
            yield f"{name} differs from {source}: run `hatch run build`"


def wrong_versions(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield each place in an artefact that states a wrong version, or an error if no place states a version."""
    places = metadata.versions(contents)
    if not places:
        yield "states no version"
    for place, found in places.items():
        if canonical(found) != canonical(version):
            yield f"{place} must state version {version}, got {found}"


def wrong_pins(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield requirements for our core that do not pin exactly *version*."""
    for requirement in metadata.siblings(contents):
        if canonical(str(requirement.specifier)) != f"=={canonical(version)}":
            yield f"must require page-stats-core=={version}, got {requirement}"


def wrong_licence(contents: Mapping[str, bytes], licence: bytes) -> Iterator[str]:
    """Yield an error if the licence file or statement is missing or wrong."""
    texts = [content for name, content in contents.items() if re.fullmatch(r"(.*\.dist-info/licenses/)?LICENSE", name)]
    if texts != [licence]:
        yield "LICENSE must be the repository's LICENSE" if texts else "LICENSE is missing"
    for place, found in metadata.licences(contents).items():
        if found != "MIT":
            yield f"{place} must state the licence MIT, got {found}"


def private(contents: Mapping[str, bytes], root: Path) -> Iterator[str]:
    """Yield each secret, and each trace of the build machine, in the files of an artefact."""
    for name, content in contents.items():
        if name.endswith("direct_url.json"):
            yield f"{name} reveals where it was installed from"
        if str(root).encode() in content:
            yield f"{name} reveals where it was built"
        elif match := PRIVATE.search(content):
            yield f"{name} must not contain {match[0].decode('utf-8', 'replace')}"


def twine(paths: Sequence[Path]) -> list[str]:
    """Return the errors that ``twine check`` finds in the distributions."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return [f"twine check: {done.stdout.strip()}{done.stderr.strip()}"] if done.returncode else []


def main() -> None:
    faults = inspect(artefacts.DIST)
    faults += twine([path for path in sorted(artefacts.DIST.glob("*")) if path.name.endswith((".whl", ".tar.gz"))])
    if faults:
        sys.exit("\n".join(faults))
    print(f"All {len(artefacts.names(stated()))} files of {stated()} passed.")


if __name__ == "__main__":
    main()
