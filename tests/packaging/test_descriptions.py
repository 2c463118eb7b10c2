"""PyPI renders our READMEs with the same content as GitHub."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from readme_renderer import markdown

from harness.distributions import Distribution
from harness.documents.links import PARSER


class Shown(HTMLParser):
    """The words of an HTML page, and the counts of its tables, links, code blocks and other elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags = dict.fromkeys(("a", "h2", "li", "pre", "table", "td"), 0)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count a tag, unless it is a link to a heading of the same page."""
        if tag in self.tags and not (dict(attrs).get("href") or "").startswith("#"):
            self.tags[tag] += 1

    def handle_data(self, data: str) -> None:
        """Collect the visible words."""
        self.words += data.split()


@pytest.mark.parametrize("package", ["core", "langchain"])
def test_rendered(package: str, request: pytest.FixtureRequest) -> None:
    """PyPI's renderer keeps every word, table, link and code block of the README, and drops HTML comments."""
    distribution: Distribution = request.getfixturevalue(package)
    assert distribution.metadata["Description-Content-Type"] == "text/markdown"
    text = distribution.metadata.get_payload()
    assert text == (distribution.folder / "README.md").read_text("utf-8")
    rendered = markdown.render(text)
    assert rendered
    pypi, ours = Shown(rendered), Shown(PARSER.render(text))
    assert "".join(pypi.words) == "".join(ours.words)
    assert pypi.tags == ours.tags
    assert "not run" not in rendered
