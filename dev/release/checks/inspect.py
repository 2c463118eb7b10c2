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

from dev.release.checks import archive, expected_files, locks, metadata
from lib import artefacts
from lib.repository import ROOT
from lib.versions import canonical, stated

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
    faults = [f"{name} is missing: hatch run build" for name in names if name not in there]
    faults += [f"{name} is not one of the files of {version}." for name in sorted(there - {*names})]
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
    """Yield which files are too much or too few."""
    for name in sorted(contents.keys() - expected):
        yield f"holds {name}, which it should not"
    for name in sorted(expected - contents.keys()):
        yield f"lacks {name}"


def wrong_copies(contents: Mapping[str, bytes], expected: Mapping[str, str], root: Path) -> Iterator[str]:
    """Yield which files are not as they are in the tree, and which are not in it, but behind a link."""
    for name, source in sorted(expected.items()):
        if not source or name not in contents:
            continue
        if (root / source).resolve() != root.resolve() / source:
            yield f"{name} is a link in the tree: elsewhere it is another file"
        elif contents[name] != (root / source).read_bytes():
            yield f"{name} is not what {source} is: hatch run build"


def wrong_versions(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield which places state another version, and that there is none."""
    places = metadata.versions(contents)
    if not places:
        yield "states no version"
    for place, found in places.items():
        if canonical(found) != canonical(version):
            yield f"{place} says version {found}, the tree {version}"


def wrong_pins(contents: Mapping[str, bytes], version: str) -> Iterator[str]:
    """Yield which requirement of a sibling is not exactly for *version*."""
    for requirement in metadata.siblings(contents):
        if canonical(str(requirement.specifier)) != f"=={canonical(version)}":
            yield f"requires {requirement}, which is not the pin page-stats-core=={version}"


def wrong_licence(contents: Mapping[str, bytes], licence: bytes) -> Iterator[str]:
    """Yield that the licence is not there as a file, or is not stated."""
    texts = [content for name, content in contents.items() if re.fullmatch(r"(.*\.dist-info/licenses/)?LICENSE", name)]
    if texts != [licence]:
        yield "has no LICENSE with the text of ours" if texts else "has no LICENSE"
    for place, found in metadata.licences(contents).items():
        if found != "MIT":
            yield f"{place} states the licence {found}, not MIT"


def private(contents: Mapping[str, bytes], root: Path) -> Iterator[str]:
    """Yield what should not leave the machine on which it was built."""
    for name, content in contents.items():
        if name.endswith("direct_url.json"):
            yield f"{name} says where it was installed from"
        if str(root).encode() in content:
            yield f"{name} says where it was built"
        elif match := PRIVATE.search(content):
            yield f"{name} holds {match[0].decode('utf-8', 'replace')}"


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
    print(f"The {len(artefacts.names(stated()))} files of {stated()} are in order.")


if __name__ == "__main__":
    main()
