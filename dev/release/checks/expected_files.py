"""List the files that each artefact must contain: some of the committed files, and the files that a builder adds.

An artefact must not contain any other file.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from lib.artefacts import names
from lib.difypkg import pack
from lib.repository import ROOT, tracked
from lib.versions import canonical

CORE: Final = "packages/page_stats_core"
LANGCHAIN: Final = "packages/langchain_page_stats"
OPENCLAW: Final = "packages/openclaw-page-stats"
CORE_IN_DIFY: Final = pack.CORE.relative_to(ROOT).as_posix()
DIFY: Final = pack.PLUGIN.relative_to(ROOT).as_posix()

# Maps a path in an artefact to the repository file that it copies, or to "" if a builder makes it.
Files = dict[str, str]

MADE: Final = ("METADATA", "RECORD", "WHEEL")
COMPILED: Final = frozenset({".json", ".ts"})


def files(root: Path, version: str) -> dict[str, Files]:
    """Return the files of each artefact of *version*, by the artefact's name."""
    langchain_wheel, langchain, openclaw, dify, core_wheel, core = names(version)
    return {
        core: sdist(root, CORE),
        core_wheel: wheel(root, CORE, version, (*MADE, "entry_points.txt")),
        dify: difypkg_files(root),
        langchain: sdist(root, LANGCHAIN),
        langchain_wheel: wheel(root, LANGCHAIN, version, MADE),
        openclaw: tgz(root),
    }


def sources(root: Path, package: str) -> list[str]:
    """Return the modules, tables and type marker of a Python package."""
    return [
        name
        for name in tracked(f"{package}/src", root)
        if PurePosixPath(name).suffix in {".json", ".py"} or PurePosixPath(name).name == "py.typed"
    ]


def sdist(root: Path, package: str) -> Files:
    copied = ["LICENSE", "README.md", "pyproject.toml", *(f"src/{name}" for name in sources(root, package))]
    return {name: f"{package}/{name}" for name in copied} | {".gitignore": ".gitignore", "PKG-INFO": ""}


def wheel(root: Path, package: str, version: str, made: Iterable[str]) -> Files:
    folder = f"{PurePosixPath(package).name}-{canonical(version)}.dist-info"
    copied = {name: f"{package}/src/{name}" for name in sources(root, package)}
    return copied | {f"{folder}/{name}": "" for name in made} | {f"{folder}/licenses/LICENSE": f"{package}/LICENSE"}


def difypkg_files(root: Path) -> Files:
    """Return the files of the Dify package, which includes the core."""
    core = {name for name in tracked(CORE_IN_DIFY, root) if matches(name, pack.CORE_FILES)}
    core -= {*pack.CORE_LEFT_OUT}
    plugin = {name: f"{DIFY}/{name}" for name in tracked(DIFY, root) if matches(name, pack.FILES)}
    return plugin | {f"page_stats_core/{name}": f"{CORE_IN_DIFY}/{name}" for name in core}


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether any of the glob *patterns* matches the path *name*."""
    path = PurePosixPath(name)
    return any(path.match(pattern) and len(path.parts) == len(PurePosixPath(pattern).parts) for pattern in patterns)


def tgz(root: Path) -> Files:
    """Return the files of the OpenClaw package: compiled sources, tables and metadata."""
    paths = [PurePosixPath(name) for name in tracked(f"{OPENCLAW}/src", root)]
    made = [path.with_suffix(".js") if path.suffix == ".ts" else path for path in paths if path.suffix in COMPILED]
    copied = ("LICENSE", "README.md", "openclaw.plugin.json", "package.json")
    return {f"dist/{path}": "" for path in made} | {name: f"{OPENCLAW}/{name}" for name in copied}
