"""Links to the repository have an existing target. Documents that registries publish have only absolute links."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from dev.codegen import manifests
from harness.documents import documents, read
from harness.documents.claims import DIFY
from harness.documents.links import anchors, html, links, tags
from lib.repository import tracked

# Documents that registries show without the rest of the repository.
PUBLISHED = [
    "packages/langchain_page_stats/README.md",
    "packages/openclaw-page-stats/README.md",
    "packages/page_stats_core/README.md",
    *DIFY,
]
FILES = set(tracked("."))


def exists(path: str) -> bool:
    """Whether a file or a folder of the repository has this path."""
    return path in FILES or any(name.startswith(f"{path}/") for name in FILES)


def faults(document: str, link: str) -> Iterator[str]:
    """Yield an error if *link* leads to a file or heading that does not exist in the repository."""
    parts = urlsplit(link)
    repository = manifests.repository()
    if link.startswith(f"{repository}/"):
        kind, _, path = link.partition("#")[0].removeprefix(f"{repository}/").partition("/main/")
        if kind not in {"blob", "tree"} or not exists(path):
            yield f"{document}: {link} leads to nothing of this repository"
            return
    elif parts.scheme or parts.netloc:
        return
    else:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(document), parts.path)) if parts.path else document
    if not exists(path):
        yield f"{document}: there is no {path}"
    elif parts.fragment and parts.fragment not in anchors(read(path)):
        yield f"{document}: {path} has no heading for #{parts.fragment}"


@pytest.mark.parametrize("document", documents())
def test_links(document: str) -> None:
    """Each link to the repository leads to an existing file. If the link names a heading, the heading exists."""
    assert [fault for link in links(read(document)) for fault in faults(document, link)] == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("docs/nothing.md", "README.md: there is no docs/nothing.md"),
        ("SECURITY.md#nothing", "README.md: SECURITY.md has no heading for #nothing"),
        ("#quick-start", None),
        ("packages/page_stats_core", None),
        ("https://example.com/docs/nothing.md", None),
        (f"{manifests.repository()}/blob/main/spec", None),
        (f"{manifests.repository()}/blob/main/README.md#quick-start", None),
        (
            f"{manifests.repository()}/blob/main/SECURITY.md#nothing",
            "README.md: SECURITY.md has no heading for #nothing",
        ),
        (f"{manifests.repository()}/blob/main/s", f"README.md: {manifests.repository()}/blob/main/s leads to nothing"),
    ],
)
def test_faults(link: str, fault: str | None) -> None:
    """The error for a broken link names its document."""
    assert [found[: len(fault or "")] for found in faults("README.md", link)] == [fault] * (fault is not None)


@pytest.mark.parametrize("document", documents())
def test_html(document: str) -> None:
    """HTML in a document contains no Markdown, because GitHub would show the Markdown characters literally."""
    assert [shown for shown in html(read(document)) if re.search(r"`|\*\*|\]\(", shown)] == []


@pytest.mark.parametrize("document", PUBLISHED)
class TestPublished:
    def test_links(self, document: str) -> None:
        """Links are absolute because registries do not have our files and some do not create heading anchors."""
        assert [link for link in links(read(document)) if urlsplit(link).scheme != "https"] == []

    def test_html(self, document: str) -> None:
        """Published documents contain no HTML, because every registry filters HTML differently."""
        assert tags(read(document)) == []


def test_reader() -> None:
    """Links are found in text, tables, images, references and raw HTML, but not in code."""
    text = "[a](b) ![c](d) `[e](f)` [g]\n\n| [h](i) |\n| --- |\n\n<img src=j srcset=k>\n\n[g]: l\n"
    assert sorted(links(text)) == ["b", "d", "i", "j", "k", "l"]
    assert tags(text + "<!-- <b> -->") == ["img"]


def test_anchors() -> None:
    """The anchors computed for headings are the same as on GitHub."""
    assert anchors("# The `a_b`, c-d\n\n## E: f & g\n\n## e f\n\n## E f\n") == {"the-a_b-c-d", "e-f--g", "e-f", "e-f-1"}
