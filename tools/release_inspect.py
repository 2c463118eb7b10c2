"""Inspect what ``hatch run build`` has left in ``dist``: ``hatch run release:inspect``.

It reads the files as those do who get them, and compares them with the tree: which files there are, how they are packed
and what is in each, which version and licence each states, whether the packages fit together. Every fault is named; all
are looked for.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

import artefacts
import release_archive
import release_expected
import release_locks
import release_stated
from versions import canonical, stated
from work_tree import ROOT

# What is of the machine that built it, or is nobody's business: a home, a scratch folder, an index, a key.
PRIVATE: Final = re.compile(
    rb"/(?:home|Users|root|tmp|private/var)/\w[^\s'\"]*|[A-Z]:\\Users\\|file:///\w[^\s'\"]*"
    rb"|--(?:extra-)?index-url|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)


def inspect(dist: Path, root: Path = ROOT) -> list[str]:
    """Return what is wrong with the files of *dist*, as builds of the tree *root*."""
    version = stated(root)
    names = artefacts.names(version)
    there = {path.name for path in dist.iterdir()} if dist.is_dir() else set()
    faults = [f"{name} is missing: run `hatch run build`" for name in names if name not in there]
    faults += [f"{name} is unexpected: {version} has no such file" for name in sorted(there - {*names})]
    expected = release_expected.files(root, version)
    licence = (root / "LICENSE").read_bytes()
    for name in names:
        if name in there:
            contents = artefacts.contents(dist / name)
            found = [
                *release_archive.faults(dist / name),
                *wrong_files(contents, expected[name].keys()),
                *wrong_copies(contents, expected[name], root),
                *wrong_versions(contents, version),
                *wrong_pins(contents, version),
                *wrong_licence(contents, licence),
                *private(contents, root),
            ]
            faults += [f"{name}: {fault}" for fault in found]
    return [*faults, *release_locks.faults(root)]


def wrong_files(contents: Mapping[str, bytes], expected: Set[str]) -> Iterator[str]:
    """Yield which files are too much or too few."""
    for name in sorted(contents.keys() - expected):
        yield f"contains unexpected {name}"
    for name in sorted(expected - contents.keys()):
        yield f"lacks {name}"


def wrong_copies(contents: Mapping[str, bytes], expected: Mapping[str, str], root: Path) -> Iterator[str]:
    """Yield which files are not as they are in the tree, and which are not in it, but behind a link."""
    for name, source in sorted(expected.items()):
        if not source or name not in contents:
            continue
        if (root / source).resolve() != root.resolve() / source:
            yield f"{name} must be a regular file in the tree, not a link"
        elif contents[name] != (root / source).read_bytes():
            yield f"{name} differs from {source}: run `hatch run build`"


def wrong_versions(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield which places state another version, and that there is none."""
    places = release_stated.versions(contents)
    if not places:
        yield "states no version"
    for place, found in places.items():
        if canonical(found) != canonical(version):
            yield f"{place} must state version {version}, got {found}"


def wrong_pins(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield which requirement of a sibling is not exactly for *version*."""
    for requirement in release_stated.siblings(contents):
        if canonical(str(requirement.specifier)) != f"=={canonical(version)}":
            yield f"must require page-stats-core=={version}, got {requirement}"


def wrong_licence(contents: Mapping[str, bytes], licence: bytes) -> Iterator[str]:
    """Yield that the licence is not there as a file, or is not stated."""
    texts = [content for name, content in contents.items() if re.fullmatch(r"(.*\.dist-info/licenses/)?LICENSE", name)]
    if texts != [licence]:
        yield "LICENSE must be the repository's LICENSE" if texts else "LICENSE is missing"
    for place, found in release_stated.licences(contents).items():
        if found != "MIT":
            yield f"{place} must state the licence MIT, got {found}"


def private(contents: Mapping[str, bytes], root: Path) -> Iterator[str]:
    """Yield what should not leave the machine on which it was built."""
    for name, content in contents.items():
        if name.endswith("direct_url.json"):
            yield f"{name} reveals where it was installed from"
        if str(root).encode() in content:
            yield f"{name} reveals where it was built"
        elif match := PRIVATE.search(content):
            yield f"{name} must not contain {match[0].decode('utf-8', 'replace')}"


def twine(paths: Sequence[Path]) -> list[str]:
    """Return what PyPI's own judge says against the distributions."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return [f"twine check: {done.stdout.strip()}{done.stderr.strip()}"] if done.returncode else []


def main() -> None:
    """Run the command line."""
    faults = inspect(artefacts.DIST)
    faults += twine([path for path in sorted(artefacts.DIST.glob("*")) if path.name.endswith((".whl", ".tar.gz"))])
    if faults:
        sys.exit("\n".join(faults))
    print(f"All {len(artefacts.names(stated()))} files of {stated()} passed.")


if __name__ == "__main__":
    main()
