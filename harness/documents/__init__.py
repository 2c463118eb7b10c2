"""Code blocks in the repository's documents, and the program that runs each.

A block is run by the program that claims it in ``claims.CLAIMS``. If no program claims it, the HTML comment
``<!-- not run: … -->`` directly above the block gives the reason.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from harness.documents.claims import CLAIMS
from harness.documents.links import PARSER
from lib.repository import ROOT

__all__ = ["CLAIMS", "ROOT", "Block", "blocks", "claimed", "documents", "parsed", "read"]

# Markdown files that are not documents: sources of docs/contracts.md and docs/frameworks.md, and changelog fragments.
_OTHERS: Final = re.compile(
    r"comparison/(platforms|frameworks)/page\.md|comparison/frameworks/sections/.*|changelog\.d/\+.*"
)
_REASON: Final = re.compile(r"<!-- not run: (?P<reason>\S.*) -->")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a document. *line* is the line of the fence, and *reason* is why the block is not run."""

    document: str
    line: int
    info: str
    text: str
    reason: str | None

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def language(self) -> str:
        """The first word after the fence, as in renderers."""
        return self.info.partition(" ")[0]

    @property
    def runners(self) -> list[str]:
        """The paths, in the repository, of the programs that claim the block."""
        return [runner for runner, claim in CLAIMS.items() if self.language in claim.get(self.document, ())]


def documents() -> list[str]:
    """Return the paths of the repository's documents, relative to its root."""
    command = ["git", "ls-files", "-z", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    return [name for name in listed.split("\0") if name and not _OTHERS.fullmatch(name)]


def read(document: str) -> str:
    """Return the text of a document, given its path in the repository."""
    return (ROOT / document).read_text("utf-8")


def blocks(document: str) -> list[Block]:
    return list(parsed(document, read(document)))


def parsed(document: str, text: str) -> Iterator[Block]:
    """Yield the fenced and indented blocks in *text*."""
    reason = None
    for token in PARSER.parse(text):
        if token.type in {"fence", "code_block"} and token.map:
            yield Block(document, token.map[0] + 1, token.info.strip(), token.content, reason)
        said = _REASON.fullmatch(token.content.strip())
        reason = said["reason"] if said else None


def claimed(runner: str) -> list[Block]:
    """Return the blocks that a program must run, in order. *runner* is the program's ``__file__``."""
    name = Path(runner).resolve().relative_to(ROOT).as_posix()
    found = (block for document in CLAIMS[name] for block in blocks(document))
    return [block for block in found if block.reason is None and name in block.runners]
