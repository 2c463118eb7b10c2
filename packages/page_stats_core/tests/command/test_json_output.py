"""Results as JSON."""

import json

import pytest
from page_stats_core.command.json_output import Array, Lines

SUCCESS = {"ok": True, "url": "https://example.com/", "title": "Tide \u2013 \u6f6e", "word_count": 3}
FAILURE = {"ok": False, "error_code": "timeout", "message": "Too late.", "retryable": True, "timeout_seconds": 10}


def written(form, *rows):
    """Return everything that *form* writes for *rows*."""
    return form.begin() + "".join(form.row(url, payload) for url, payload in rows) + form.end()


class TestLines:
    def test_one_a_line(self):
        """Each result is one ASCII line that starts with the URL."""
        text = written(Lines(), ("https://example.com/", SUCCESS), ("https://slow.example/", FAILURE))
        assert text == (
            '{"url": "https://example.com/", "ok": true, "title": "Tide \\u2013 \\u6f6e", "word_count": 3}\n'
            '{"url": "https://slow.example/", "ok": false, "error_code": "timeout", "message": "Too late.", '
            '"retryable": true, "timeout_seconds": 10}\n'
        )

    @pytest.mark.parametrize("url", ["a\nb", "a\u2028b", "a\x1b[2Jb", "a\u202eb", "a\x85b"])
    def test_hostile_url(self, url):
        """A result stays on one line whatever its URL contains, and control characters are escaped."""
        line = Lines().row(url, FAILURE)
        assert line.isascii()
        assert line[:-1].isprintable()
        assert json.loads(line)["url"] == url

    def test_half_a_character(self):
        """A lone surrogate, which represents a byte that is not UTF-8, becomes U+FFFD to keep the JSON portable."""
        assert Lines().row("a\udcffb", FAILURE).startswith('{"url": "a\\ufffdb"')

    def test_nothing(self):
        """Without results, nothing is written."""
        assert written(Lines()) == ""


class TestArray:
    @pytest.mark.parametrize("count", [0, 1, 2, 3])
    def test_valid_wherever_it_ends(self, count):
        """Any number of results makes a valid JSON array with one line per result."""
        text = written(Array(), *[("https://example.com/", SUCCESS)] * count)
        assert json.loads(text) == [SUCCESS] * count
        assert text.count('\n{"url"') == count
        assert text.endswith("\n]\n")
