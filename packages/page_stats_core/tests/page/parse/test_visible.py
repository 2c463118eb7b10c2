"""Collecting the text whose words are counted."""

from __future__ import annotations

from page_stats_core.page.parse.hidden import HIDDEN, SHOWN
from page_stats_core.page.parse.visible import SEPARATOR, VisibleText


def _words(*steps):
    text = VisibleText()
    for step in steps:
        step(text)
    text.flush()
    return text.counts.total()


def _put(*parts):
    return lambda text: text.parts.extend(parts)


class TestVisibleText:
    def test_parts_join(self):
        """Text before and after markup forms one word if no separator is between them."""
        assert _words(_put("a", "b", SEPARATOR, "c")) == 2

    def test_reference_does_not_go_on_behind_markup(self):
        """Text after markup does not complete a character reference that started before the markup."""
        assert _words(_put("a&nbs", "p;b")) == 1
        assert _words(_put("a&nbsp;b")) == 2

    def test_reference_across_slices(self):
        """A character reference may continue in the next slice, unless markup comes between the slices."""

        def goes_on(text):
            text.flush(goes_on=True)

        assert _words(_put("a&nbs"), goes_on, _put("p;b")) == 2
        assert _words(_put("a&nbs"), goes_on, lambda text: text.end_reference(), _put("p;b")) == 1

    def test_nul(self):
        """NUL is dropped from ordinary text, and becomes U+FFFD in text without references, such as CDATA."""
        assert _words(_put("a\0b \0 c")) == 2
        assert _words(lambda text: text.count_as_is("a \0 c&nbsp;d")) == 3

    def test_hidden(self):
        """Hidden text does not count and does not separate visible text."""
        steps = (lambda text: text.enter(HIDDEN), _put(" b "), lambda text: text.enter(SHOWN))
        assert _words(_put("a"), *steps, _put("c")) == 1
