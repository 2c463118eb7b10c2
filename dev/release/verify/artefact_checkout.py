"""A tree without our sources, in which the tests meet the artefacts instead.

The tests of the last commit are there, and what they compare with. In the place of each package's sources is what was
unpacked of its artefact; Python's packages are nowhere but in the environment into which they are installed.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from lib import artefacts, repository
from lib.repository import ROOT

DIFY: Final = Path("packages/dify_page_stats")
OPENCLAW: Final = Path("packages/openclaw-page-stats")
SOURCES: Final = (Path("packages/page_stats_core/src"), Path("packages/langchain_page_stats/src"))


def make(tree: Path, dist: Path) -> None:
    """Write the tree; *dist* is where the artefacts are."""
    repository.clone(tree)
    for folder in (*SOURCES, DIFY, OPENCLAW):
        shutil.rmtree(tree / folder)
    unpack(artefacts.contents(artefacts.dify(dist)), tree / DIFY)
    unpack(artefacts.contents(artefacts.openclaw(dist)), tree / OPENCLAW)
    # the host, and what the tests need besides; the package itself has no dependency
    (tree / OPENCLAW / "node_modules").symlink_to(ROOT / OPENCLAW / "node_modules")


def unpack(contents: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a folder."""
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
