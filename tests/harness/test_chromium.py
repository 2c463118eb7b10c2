"""Comparing pages with Chromium."""

from __future__ import annotations

import pytest

from harness.chromium.__main__ import Comparison, compare, counts_hidden, encoded_type, report
from harness.chromium.browser import Browser, NoChromiumError, find
from harness.chromium.layout import shown_text

PAGE = b"""<!doctype html><title>Low &amp; high</title><style>p { display: none }</style>
<script>document.title = "no"</script>
<p>one <b>two</b>three<ul><li>a<li>b</ul><button>x</button><button>y</button>
<details><summary>s</summary>folded</details><select><option>o1<option hidden>o2</select>
<textarea>no</textarea><input value=no><span style="visibility:hidden">no</span><div hidden>no</div>
<noscript>no</noscript>
<div><template shadowrootmode=open><p>shadow</p></template></div>un<wbr>likely<img alt=no>end"""


def snapshot(*nodes: tuple[int, str, str | None, str | None]) -> dict:
    """Return a snapshot of *nodes*. Each node is (parent, name, text, display), without a box if display is None."""
    strings: list[str] = []

    def at(text: str) -> int:
        strings.append(text)
        return len(strings) - 1

    boxes = [(number, display) for number, (_, _, _, display) in enumerate(nodes) if display]
    return {
        "strings": strings,
        "documents": [
            {
                "nodes": {
                    "parentIndex": [parent for parent, *_ in nodes],
                    "nodeType": [3 if text else 1 for _, _, text, _ in nodes],
                    "nodeName": [at(name) for _, name, _, _ in nodes],
                    "nodeValue": [at(text or "") for _, _, text, _ in nodes],
                    "pseudoType": {"index": [number for number, node in enumerate(nodes) if node[1] == "::marker"]},
                    "shadowRootType": {"index": [], "value": []},
                },
                "layout": {
                    "nodeIndex": [number for number, _ in boxes],
                    "styles": [[at(display), at("visible")] for _, display in boxes],
                },
            }
        ],
    }


@pytest.mark.parametrize(
    ("display", "expected"), [("block", ["a", "b"]), ("inline", ["ab"]), ("table-cell", ["a", "b"])]
)
def test_boxes_separate(display: str, expected: list[str]) -> None:
    """The start and the end of a box separate words, unless the box is part of a line."""
    body = (-1, "BODY", None, "block")
    before = snapshot(body, (0, "X", None, display), (1, "#text", "a", "inline"), (0, "#text", "b", "inline"))
    after = snapshot(body, (0, "#text", "a", "inline"), (0, "X", None, display), (2, "#text", "b", "inline"))
    assert shown_text(before).split() == shown_text(after).split() == expected


def test_text_that_is_not_the_page_s() -> None:
    """``shown_text`` leaves out text without a box and text that CSS generates."""
    found = snapshot(
        (-1, "BODY", None, "block"),
        (0, "::marker", None, "inline"),
        (1, "#text", "1.", "inline"),
        (0, "#text", "hidden", None),
        (0, "OPTION", None, "block"),
        (4, "#text", "option", None),
    )
    assert shown_text(found).split() == ["option"]


def test_page() -> None:
    """Chromium runs no script, applies no style sheet and opens details. It shows the words that our parser finds."""
    try:
        find()
    except NoChromiumError as missing:
        pytest.skip(f"chromium: {missing}")
    with Browser() as browser:
        title, layout = browser.load(PAGE)
        found = compare(browser, "page", PAGE, "text/html")
    assert title == "Low & high"
    assert shown_text(layout).split() == [
        *("one", "twothree", "a", "b", "x", "y", "s", "folded", "o1", "shadow", "un\u200blikely", "end")
    ]
    assert found == Comparison("page", "Low & high", 12, "Low & high", 12)


def test_hidden_pages() -> None:
    """``counts_hidden`` recognizes a page whose hidden text is counted."""
    assert counts_hidden(b"<div hidden>one two three", "text/html")
    assert not counts_hidden(b"one <div hidden>two three</div>", "text/html")


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"caf\xc3\xa9", "text/html", "text/html;charset=utf-8"),
        (b"caf\xe9 au lait", "text/html", "text/html;charset=windows-1252"),
        (b"<meta charset=gbk>", "text/html; a=b", "text/html;charset=gbk"),
    ],
)
def test_encoding(body: bytes, content_type: str, expected: str) -> None:
    """Chromium receives the encoding that the parse finds."""
    assert encoded_type(body, content_type) == expected


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """The report contains the shares, the titles that differ, and the counts, with the largest differences first."""
    report([Comparison("a", "A", 100, "A", 98), Comparison("b", "B", 9, "", 3), Comparison("c", "", 0, "", 0)], 1)
    assert capsys.readouterr().out.splitlines() == [
        "3 pages; 1 left out, because their hidden text is counted",
        "titles equal: 2 (66.67%)",
        "counts within 2%: 1 (33.33%)",
        "title b: 'B', Chromium ''",
        "  200.0%       9 words, Chromium       3: b",
        "    2.0%     100 words, Chromium      98: a",
        "    0.0%       0 words, Chromium       0: c",
    ]
