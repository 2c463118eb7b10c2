"""The table that the command shows on a terminal."""

import pytest
from page_stats_core.command.table import Table, escape, fit

URL = "https://example.com/"


def success(**changes):
    """Return the result for an ordinary page, with the fields in *changes* replaced."""
    return {
        "ok": True,
        "url": URL,
        "final_url": URL,
        "status": 200,
        "content_type": "text/html",
        "title": "Example Domain",
        "word_count": 28,
        "link_word_count": 3,
        "truncated": False,
        **changes,
    }


def failure(**changes):
    """Return the result for an invalid URL, with the fields in *changes* replaced."""
    return {"ok": False, "error_code": "invalid_url", "message": "No.", "retryable": False, **changes}


def lines(*rows, width=80, colours=False):
    """Return the lines of a table that shows *rows*."""
    table = Table(width, colours=colours)
    return (table.begin() + "".join(table.row(url, payload) for url, payload in rows)).splitlines()


class TestTable:
    def test_golden(self):
        """Columns are aligned whatever they contain, and a failure's message is on the lines below its row."""
        rows = [
            (URL, success()),
            (
                "https://ja.example/",
                success(title="潮汐表とその他の不規則な現象についての説明", word_count=1_234, link_word_count=1_021),
            ),
            (
                "https://big.example/" + "x" * 40,
                success(title=None, word_count=123_456, link_word_count=0, truncated=True),
            ),
            (
                "https://gone.example/",
                failure(error_code="http_error", status=404, message="The server answered with status 404."),
            ),
            (
                "https://tls.example/",
                failure(
                    error_code="unreachable",
                    reason="tls",
                    message="The TLS handshake failed: the server's certificate or TLS configuration is invalid.",
                ),
            ),
        ]
        assert lines(*rows) == [
            "STATUS       WORDS  IN LINKS  TITLE                     URL",
            "200             28         3  Example Domain            https://example.com/",
            "200          1,234     1,021  潮汐表とその他の不規則…   https://ja.example/",
            "200       123,456+         0  -                         https://big.example/xxx…",
            "http_error 404                                          https://gone.example/",
            "  The server answered with status 404.",
            "unreachable tls                                         https://tls.example/",
            "  The TLS handshake failed: the server's certificate or TLS configuration is",
            "  invalid.",
        ]

    def test_wide_terminal(self):
        """The title and URL columns are wider on a wider terminal."""
        assert lines((URL + "y" * 24, success()), width=120)[1] == (
            "200             28         3  Example Domain" + " " * 32 + "https://example.com/" + "y" * 24
        )

    def test_narrow_terminal(self):
        """On a terminal of fewer than 60 columns, lines wrap instead of losing parts of the table."""
        assert [len(line) for line in lines((URL * 3, success(title="t" * 99)), width=10)] == [49, 60]

    def test_longest_label(self):
        """On a terminal of 60 columns, the longest error code leaves room for the URL."""
        row = lines(("u", failure(error_code="unsupported_content_type", content_type="a/b")), width=60)[1]
        assert row == "unsupported_content_type                      u"

    def test_hostile_url(self):
        """Control and bidi characters in a URL are escaped."""
        row = lines(("https://a/\x1b[31m\u202eg\nb", failure()), width=100)[1]
        assert row.endswith("  https://a/\\x1b[31m\\u202eg\\nb")

    def test_colours(self):
        """Retryable failures are yellow and other failures red. Without colours, no escape sequences are written."""
        rows = [(URL, success()), (URL, failure()), (URL, failure(retryable=True, error_code="timeout"))]
        _, page, red, _, yellow, why = lines(*rows, colours=True)
        assert page.startswith("\x1b[32m200   \x1b[0m  ")
        assert red.startswith("\x1b[31minvalid_url ")
        assert yellow.startswith("\x1b[33mtimeout ")
        assert why == "  \x1b[2mNo.\x1b[0m"
        assert "\x1b" not in "".join(lines(*rows))


class TestFit:
    @pytest.mark.parametrize(
        ("text", "fitted"),
        [
            ("", "      "),
            ("abc", "abc   "),
            ("abcdef", "abcdef"),
            ("abcdefg", "abcde…"),
            ("潮汐表", "潮汐表"),
            ("潮汐表x", "潮汐… "),
            ("x潮汐表", "x潮汐…"),
            ("ｗｉｄｅ", "ｗｉ… "),
            ("e\u0301" * 6, "e\u0301" * 6),
            ("e\u0301" * 7, "e\u0301" * 5 + "…"),
            ("한국", "한국  "),
            ("\u1112\u1161\u11ab" * 3, "\u1112\u1161\u11ab" * 3),
            ("a\u200bb", "a\u200bb    "),
            ("🌊🌊🌊🌊", "🌊🌊… "),
        ],
    )
    def test_columns(self, text, fitted):
        """Text is padded or cut to six columns. A wide character takes two columns, a combining character none."""
        assert fit(text, 6) == fitted


class TestEscape:
    @pytest.mark.parametrize(
        ("text", "escaped"),
        [
            ("https://例え.jp/ä b", "https://例え.jp/ä b"),
            ("\x00\t\x7f\x9b", "\\x00\\t\\x7f\\x9b"),
            ("\u061c\u200e\u200f\u202a\u2066\u2028\ufeff", "\\u061c\\u200e\\u200f\\u202a\\u2066\\u2028\\ufeff"),
            ("\udcff\U000e0041", "\\udcff\\U000e0041"),
        ],
    )
    def test_invisible(self, text, escaped):
        """Invisible characters are escaped; visible characters of any script are unchanged."""
        assert escape(text) == escaped
