"""The argument schema and validation in LangChain (§1)."""

from __future__ import annotations

import json

import pytest
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_page_stats import PageStatsTool
from langchain_page_stats.arguments import PageStatsArguments, refused
from page_stats_core.contract import FAULTS, TOOL_DESCRIPTION, TOOL_NAME, PageStatsInput
from pydantic import BaseModel, ValidationError

URL = "https://example.com/"


def _refusal(arguments) -> dict:
    with pytest.raises(ValidationError) as caught:
        PageStatsArguments.model_validate(arguments)
    return json.loads(refused(caught.value))


class TestSchema:
    def test_is_the_contract(self):
        """The schema equals the contract's input schema, with bounds and defaults, and allows no other arguments."""
        ours = PageStatsArguments.model_json_schema()
        assert ours == PageStatsInput.model_json_schema() | {"title": "PageStatsArguments"}
        assert ours["additionalProperties"] is False

    def test_what_a_model_sees(self):
        """A model is shown the tool's name and description, and each argument's description, bounds and default."""
        properties = PageStatsInput.model_json_schema()["properties"]
        shown = convert_to_openai_tool(PageStatsTool())["function"]
        assert (shown["name"], shown["description"]) == (TOOL_NAME, TOOL_DESCRIPTION)
        assert shown["parameters"] == {
            "type": "object",
            "required": ["url"],
            "properties": {
                name: {key: value for key, value in field.items() if key != "title"}
                for name, field in properties.items()
            },
        }


class TestAccepted:
    @pytest.mark.parametrize("seconds", [30, 30.0, "30", "30.0"])
    def test_seconds(self, seconds):
        """A whole number of seconds is accepted as int, float or text, and becomes an int."""
        accepted = PageStatsArguments.model_validate({"url": URL, "timeout_seconds": seconds})
        assert accepted.model_dump() == {"url": URL, "timeout_seconds": 30}

    @pytest.mark.parametrize("absent", [{}, {"timeout_seconds": None}, {"timeout_seconds": ""}, {"depth": None}])
    def test_absent(self, absent):
        """Null and empty text count as absent, because some models send every parameter."""
        assert PageStatsArguments.model_validate({"url": URL} | absent).model_dump() == {
            "url": URL,
            "timeout_seconds": 10,
        }

    @pytest.mark.parametrize("url", ["", "ftp://example.com/", "http://me:secret@example.com/", "http://a b/"])
    def test_urls_are_left_to_the_tool(self, url):
        """The schema accepts an invalid URL, even if the timeout is also wrong, so that the tool can report the URL."""
        accepted = PageStatsArguments.model_validate({"url": url, "timeout_seconds": 999})
        assert accepted.url == url


class TestRefused:
    @pytest.mark.parametrize("seconds", [True, False, "soon", 0, 61, 999, 30.5, " 30 ", "1e1", [30], {}])
    def test_seconds(self, seconds):
        """A wrong timeout, for example a boolean, is rejected with the contract's message."""
        assert _refusal({"url": URL, "timeout_seconds": seconds}) == {
            "ok": False,
            "error_code": "invalid_parameter",
            "message": FAULTS["timeout_seconds"].message,
            "retryable": False,
            "parameter": "timeout_seconds",
        }

    @pytest.mark.parametrize("name", ["depth", "config", "run_manager", "runtime", "self", "cls", "args", "kwargs"])
    def test_unknown_names(self, name):
        """An unknown argument is rejected, even if its name has a meaning in LangChain."""
        answer = _refusal({"url": URL, name: 1})
        assert (answer["error_code"], answer["parameter"]) == ("invalid_parameter", name)

    @pytest.mark.parametrize("arguments", [{}, {"url": None}, {"url": 7}, {"timeout_seconds": 999}, [URL], None])
    def test_no_url(self, arguments):
        """A missing URL, or a URL that is not a string, is rejected."""
        assert _refusal(arguments)["error_code"] == "invalid_url"

    @pytest.mark.parametrize(
        ("arguments", "place"),
        [({}, "url"), ({"url": 7}, "url"), ({"url": URL, "timeout_seconds": True}, "timeout_seconds"), ({"x": 1}, "x")],
    )
    def test_place(self, arguments, place):
        """The ``loc`` of the error names the wrong argument, because ToolNode ignores errors without a ``loc``."""
        with pytest.raises(ValidationError) as caught:
            PageStatsArguments.model_validate(arguments)
        assert [error["loc"] for error in caught.value.errors()] == [(place,)]

    def test_password(self):
        """An error about another argument does not repeat a password in the URL."""
        with pytest.raises(ValidationError) as caught:
            PageStatsArguments.model_validate({"url": "http://me:secret@example.com/", "depth": 1})
        assert "secret" not in str(caught.value)
        assert "secret" not in repr(caught.value.errors())
        assert "secret" not in refused(caught.value)

    def test_errors_of_others(self):
        """If a validation error comes from another Pydantic model, ``refused`` raises this error unchanged."""

        class Other(BaseModel):
            number: int

        with pytest.raises(ValidationError) as caught:
            Other.model_validate({"number": "many"})
        with pytest.raises(ValidationError):
            refused(caught.value)
