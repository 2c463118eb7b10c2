"""Make a checkout with the artefacts in place of our sources.

The checkout has the committed tests and the data that they need. The Dify and OpenClaw packages are unpacked where
their sources were. The sources of the Python packages are missing, because these are installed for the tests.
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
    """Write the checkout into *tree*, with the artefacts of *dist*."""
    repository.clone(tree)
    for folder in (*SOURCES, DIFY, OPENCLAW):
        shutil.rmtree(tree / folder)
    unpack(artefacts.contents(artefacts.dify(dist)), tree / DIFY)
    unpack(artefacts.contents(artefacts.openclaw(dist)), tree / OPENCLAW)
    # node_modules contains the host and the test tools; the package itself has no dependencies
    (tree / OPENCLAW / "node_modules").symlink_to(ROOT / OPENCLAW / "node_modules")


def unpack(contents: Mapping[str, bytes], folder: Path) -> None:
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
