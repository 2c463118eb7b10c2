"""Finding the end of a hidden region, which is the content of a hidden element."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.elements import IMPLIED_END
from page_stats_core.page.parse.hidden import HIDDEN, INVISIBLE, SHOWN, Outside, Regions
from page_stats_core.page.parse.names import Numbers


class TestRegions:
    @pytest.fixture
    def region(self):
        """Return a region that has not started."""
        return Regions(Numbers())

    def test_own_end_tag(self, region):
        """A region ends at its own end tag, not at the end tag of a nested element of the same name."""
        region.begin(HIDDEN, "div")
        region.open("div")
        assert region.close("div")
        assert not region.is_closed()
        assert region.close("div")
        assert region.is_closed()

    def test_what_is_not_inside(self, region):
        """An end tag matches and closes only an element that is open inside the region."""
        region.begin(HIDDEN, "div")
        region.open("b")
        assert [region.close("b"), region.close("b"), region.close("p")] == [True, False, False]

    def test_begins_anew(self, region):
        """A new region remembers neither the name nor the open elements of the previous region."""
        region.begin(HIDDEN, "div")
        region.open("ul")
        region.end()
        assert not region.name
        region.begin(HIDDEN, "li")
        assert region.ends_before("li")
        assert not region.close("div")

    @pytest.mark.parametrize("name", IMPLIED_END)
    def test_implied_end(self, name, region):
        """Certain start tags imply the region's end, except while certain other elements are open inside the region."""
        region.begin(HIDDEN, name)
        before, unless = IMPLIED_END[name]
        assert all(map(region.ends_before, before))
        assert not region.ends_before("span")
        for preventing in unless:
            region.open(preventing)
            assert not any(map(region.ends_before, before))
            region.close(preventing)
        assert all(map(region.ends_before, before))

    def test_most_elements_end_with_their_end_tag_alone(self, region):
        """A start tag does not end a region whose element has no implied end."""
        region.begin(HIDDEN, "div")
        assert not region.ends_before("div")

    def test_nested(self, region):
        """A nested region has its own open elements, and the elements of the outer region are open around it."""
        region.begin(INVISIBLE, "div")
        region.open("b")
        region.begin(SHOWN, "p")
        region.open("b")
        assert [region.is_open_around(name) for name in ("div", "b", "p")] == [True, True, False]
        assert [region.close(name) for name in ("b", "b", "div")] == [True, False, False]
        region.end()
        assert (region.kind, region.name) == (INVISIBLE, "div")
        assert [region.close("b"), region.close("b"), region.close("div"), region.is_closed()] == [
            *(True, False, True, True),
        ]
        region.end()
        assert (region.kind, region.name, region.is_open_around("div")) == (SHOWN, "", False)


class TestOutside:
    @pytest.fixture
    def outside(self):
        """Return an ``Outside`` that has recorded no tags yet."""
        return Outside(Numbers())

    def test_what_is_open(self, outside):
        """An end tag matches and closes only an element that is open outside the region."""
        outside.note("div p /p DIV br html")
        outside.note("section")
        names = ("div", "p", "br", "html", "section")
        assert [outside.has(name) for name in names] == [True, False, False, False, True]
        outside.note("/div")
        outside.note("/div")
        assert not outside.has("div")

    def test_stray_end_tags(self, outside):
        """An end tag without an open element does not close an element that is opened later."""
        outside.note("/div /div div")
        assert outside.has("div")

    def test_many(self, outside):
        """All recorded tags are kept, even if a page has 50,000 of them."""
        for number in range(50_000):
            outside.note(f"x{number}")
        assert outside.has("x0")
        assert outside.has("x49999")
