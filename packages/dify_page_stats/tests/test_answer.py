"""The adapter's results, exceptions and summaries, tested without Dify's SDK."""

from __future__ import annotations

from typing import Any

import pytest
from adapter import answer
from adapter.answer import PageStatsFaultError, PageStatsToolError, call, variables
from adapter.summary import summary
from page_stats_core.contract import PageStats, PageStatsFailure

WRONG = {"url": "http://192.0.2.1/", "timeout_seconds": 0}
PAGE = PageStats(
    url="http://example.com/#a",
    final_url="http://example.com/",
    status=200,
    content_type="text/html",
    title="Low water",
    word_count=1234,
    link_word_count=1021,
    truncated=False,
).model_dump()


class TestCall:
    @pytest.mark.parametrize("on_failure", ["return", "", None])
    def test_return(self, on_failure: str | None) -> None:
        """A failure is returned as data by default."""
        payload = call({**WRONG, "on_failure": on_failure}, {})
        assert (payload["error_code"], payload["parameter"]) == ("invalid_parameter", "timeout_seconds")

    def test_raise(self) -> None:
        """If ``on_failure`` is ``raise``, a failure raises an exception with its code and message, but no cause."""
        with pytest.raises(PageStatsToolError) as caught:
            call({**WRONG, "on_failure": "raise"}, {})
        assert str(caught.value) == "invalid_parameter: timeout_seconds must be a whole number from 1 to 60."
        assert (caught.value.__cause__, caught.value.__context__) == (None, None)

    @pytest.mark.parametrize("on_failure", ["Raise", 1, True, ["raise"], {}])
    def test_unknown_on_failure(self, on_failure: object) -> None:
        """An unknown value of ``on_failure`` results in the failure ``invalid_parameter``."""
        assert call({**WRONG, "on_failure": on_failure}, {}) == {
            "ok": False,
            "error_code": "invalid_parameter",
            "message": "on_failure must be return or raise.",
            "retryable": False,
            "parameter": "on_failure",
        }

    def test_credentials_come_after_arguments(self) -> None:
        """A wrong argument is reported before a wrong credential (§2.2)."""
        credentials = {"max_bytes": "many"}
        assert call(WRONG, credentials)["parameter"] == "timeout_seconds"
        assert call({"url": "http://192.0.2.1/"}, credentials)["parameter"] == "max_bytes"

    @pytest.mark.parametrize("on_failure", ["return", "raise"])
    def test_fault(self, on_failure: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """An internal error is raised as an exception whose fixed text does not reveal the cause."""

        def broken(*_: object) -> dict[str, Any]:
            raise KeyError("secret")

        monkeypatch.setattr(answer, "page_stats_payload", broken)
        with pytest.raises(PageStatsFaultError, match=r"^page_stats hit an internal error") as caught:
            call({"url": "http://192.0.2.1/", "on_failure": on_failure}, {})
        assert caught.value.__suppress_context__
        assert "secret" not in str(caught.value)

    def test_arguments_stay_as_they_are(self) -> None:
        """The host's parameters are not modified."""
        given = {**WRONG, "on_failure": "return"}
        call(given, {})
        assert given == {**WRONG, "on_failure": "return"}


class TestVariables:
    def test_success(self) -> None:
        """Each variable has the value of its payload field, or an empty value if the field is null or missing."""
        made = variables({**PAGE, "title": None})
        assert {name: made[name] for name in ("ok", "status", "title", "word_count", "link_word_count")} == {
            "ok": True,
            "status": 200,
            "title": "",
            "word_count": 1234,
            "link_word_count": 1021,
        }
        assert (made["error_code"], made["retryable"], made["retry_after_seconds"]) == ("", False, 0)

    def test_names(self) -> None:
        """Each field of a success or failure has a variable. No variable is null or has a name that Dify reserves."""
        made = variables({"ok": False})
        assert made.keys() == PageStats.model_fields.keys() | PageStatsFailure.model_fields.keys()
        assert not made.keys() & {"text", "json", "files"}
        assert None not in made.values()


class TestSummary:
    @pytest.mark.parametrize(
        ("change", "line"),
        [
            ({}, "Low water (1,234 words, 1,021 in links)"),
            ({"word_count": 1, "link_word_count": 1}, "Low water (1 word, 1 in links)"),
            ({"title": None, "word_count": 0, "link_word_count": 0}, "(no title) (0 words, 0 in links)"),
            ({"truncated": True}, "Low water (more than 1,234 words, 1,021 in links)"),
        ],
    )
    def test_success(self, change: dict[str, Any], line: str) -> None:
        """The summary of a page is one line with its title and word counts."""
        assert summary({**PAGE, **change}) == line

    def test_failure(self) -> None:
        """The summary of a failure is its code and message."""
        payload = {"ok": False, "error_code": "timeout", "message": "There was no answer."}
        assert summary(payload) == "timeout: There was no answer."
