"""Converting payloads to message content, and failures to exceptions (§14)."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from langchain_core.tools import ToolException
from langchain_page_stats import PageStatsToolError
from langchain_page_stats.errors import as_content
from page_stats_core.contract import fail

BUSY = fail("http_error", status=503, retry_after_seconds=7).failure.payload()
GONE = fail("http_error", status=404).failure.payload()


def test_content_is_json():
    """The content of a message is the payload as JSON, with non-ASCII letters unescaped."""
    assert as_content({"title": "Ebbe über Null"}) == '{"title": "Ebbe über Null"}'


class TestPageStatsToolError:
    def test_payload(self):
        """The error's ``payload`` is the failure, and its string is the failure's JSON."""
        error = PageStatsToolError(BUSY)
        assert isinstance(error, ToolException)
        assert error.payload == BUSY
        assert json.loads(str(error)) == BUSY

    @pytest.mark.parametrize(("payload", "retryable"), [(BUSY, True), (GONE, False)])
    def test_code_and_retryable(self, payload, retryable):
        """The failure's error code and ``retryable`` are attributes of the error."""
        error = PageStatsToolError(payload)
        assert error.code == "http_error"
        assert error.retryable is retryable

    def test_payload_is_its_own(self):
        """The error keeps a copy of the payload, so later changes to the original do not affect the error."""
        payload = dict(BUSY)
        error = PageStatsToolError(payload)
        payload.clear()
        assert error.payload == BUSY

    @pytest.mark.parametrize("remake", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
    def test_copies(self, remake):
        """The error can be copied and pickled."""
        again = remake(PageStatsToolError(BUSY))
        assert type(again) is PageStatsToolError
        assert (again.payload, str(again)) == (BUSY, as_content(BUSY))
