"""The stack of open svg and math elements."""

from __future__ import annotations

import pytest
from page_stats_core.page.parse.foreign import ForeignStack
from page_stats_core.page.parse.names import Numbers


@pytest.fixture
def stack():
    """Return an empty stack."""
    return ForeignStack(Numbers())


def _open(stack: ForeignStack, *names: str) -> None:
    """Open a root element and, inside it, an element for each further start tag."""
    stack.open_root(names[0])
    for tag in names[1:]:
        name, _, attributes = tag.partition(" ")
        assert stack.takes(name, attributes)
        stack.open(name, attributes)


class TestTakes:
    @pytest.mark.parametrize(
        ("names", "tag", "taken"),
        [
            (["svg"], "g", True),
            (["svg"], "p", False),
            (["svg"], "style", True),
            (["svg"], "font", True),
            (["svg"], "font color=red", False),
            (["svg", "foreignobject"], "g", False),
            (["svg", "desc"], "svg", False),
            (["svg", "title"], "mglyph", False),
            (["svg", "mi"], "g", True),
            (["svg", "annotation-xml"], "svg", True),
            (["svg", "annotation-xml encoding=text/html"], "g", True),
            (["math", "mi"], "g", False),
            (["math", "mtext"], "mglyph", True),
            (["math", "ms"], "malignmark", True),
            (["math", "desc"], "g", True),
            (["math", "annotation-xml"], "g", True),
            (["math", "annotation-xml"], "svg", False),
            (["math", "annotation-xml encoding=text/html"], "g", False),
            (["math", "annotation-xml encoding=text/html"], "mglyph", False),
        ],
    )
    def test_by_the_innermost(self, stack, names, tag, taken):
        """The innermost open element decides whether a start tag opens a foreign element."""
        _open(stack, *names)
        name, _, attributes = tag.partition(" ")
        assert stack.takes(name, attributes) == taken

    @pytest.mark.parametrize(
        ("names", "left"), [(["svg", "g"], 0), (["math", "mrow", "mi"], 3), (["svg", "foreignobject"], 2)]
    )
    def test_breakout_leaves(self, stack, names, left):
        """A breakout tag closes all foreign elements, but only up to the nearest integration point if one is open."""
        _open(stack, *names)
        assert not stack.takes("p", "")
        assert len(stack.flags) == left

    def test_breakout_leaves_to_a_point_around(self, stack):
        """In nested foreign content, a breakout tag closes only the elements inside the enclosing integration point."""
        _open(stack, "svg", "foreignobject")
        _open(stack, "svg", "g")
        assert not stack.takes("b", "")
        assert len(stack.flags) == 2
        assert not stack.is_direct()


class TestClose:
    def test_nearest(self, stack):
        """``close`` closes the nearest open element with the given name, and everything inside that element."""
        _open(stack, "svg", "g", "a", "g", "title")
        assert stack.silent
        assert stack.close("g")
        assert len(stack.flags) == 3
        assert not stack.silent
        assert stack.close("g")
        assert not stack.close("g")
        assert stack.close("svg")
        assert not stack.is_direct()

    def test_after_leaving(self, stack):
        """Elements that ``leave`` has closed are no longer open."""
        _open(stack, "svg", "g")
        stack.leave()
        assert not stack.close("g")
        assert not stack.flags
