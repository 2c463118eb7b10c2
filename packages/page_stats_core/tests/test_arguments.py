"""Checking the arguments of a call (§1)."""

from __future__ import annotations

import json
import random
from collections import OrderedDict, UserDict
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import pytest
from page_stats_core import page_stats_payload
from page_stats_core.arguments import accept
from page_stats_core.contract import FAULTS, PageStatsError, PageStatsInput
from page_stats_core.page.urls import parse_input

URL = "https://example.com/"


def _refusal(arguments) -> dict:
    with pytest.raises(PageStatsError) as caught:
        accept(arguments)
    return caught.value.failure.payload()


def _failure(fault, **added) -> dict:
    code, template = FAULTS[fault].code, FAULTS[fault].message
    return {"ok": False, "error_code": code, "message": template.format_map(added), "retryable": False, **added}


TIMEOUT = _failure("timeout_seconds", parameter="timeout_seconds")


class TestAccept:
    def test_both_arguments(self):
        """The request keeps the arguments as given and adds the parsed URL."""
        request = accept({"url": "HTTPS://Example.com#x", "timeout_seconds": 25})
        assert request.input == PageStatsInput(url="HTTPS://Example.com#x", timeout_seconds=25)
        assert request.url == parse_input("HTTPS://Example.com#x")

    @pytest.mark.parametrize("kind", [dict, OrderedDict, UserDict, MappingProxyType])
    def test_mappings(self, kind):
        """The arguments may be any kind of mapping."""
        assert accept(kind({"url": URL})).input == PageStatsInput(url=URL)

    @pytest.mark.parametrize("arguments", [None, 7, URL, [URL], {URL}, {}, object()])
    def test_no_arguments(self, arguments):
        """An empty mapping, and anything that is not a mapping, is reported as a missing URL."""
        assert _refusal(arguments) == _failure("url.absent")

    def test_order(self):
        """An unknown name is reported before a wrong URL, and a wrong URL before a wrong timeout."""
        wrong = {"url": "http://127.1/", "timeout_seconds": 0, "depth": 1}
        assert _refusal(wrong) == _failure("parameter.unknown", parameter="depth")
        del wrong["depth"]
        assert _refusal(wrong) == _failure("url.number")
        wrong["url"] = URL
        assert _refusal(wrong) == TIMEOUT

    def test_null_is_absent(self):
        """An argument with the value null counts as absent, even if its name is unknown."""
        assert accept({"url": URL, "timeout_seconds": None, "depth": None, 7: None}).input.timeout_seconds == 10
        assert _refusal({"url": None}) == _failure("url.absent")


class TestUnknownNames:
    @pytest.mark.parametrize(
        ("names", "first"),
        [
            (["b", "a"], "a"),
            (["a", "Z"], "Z"),
            (["\U00010000", "\uff5e"], "\uff5e"),
            (["url "], "url"),
            ([""], ""),
            ([7], "(not a string)"),
            (["a", 7, None, b"x"], "(not a string)"),
            (["\ud800"], "\ufffd"),
            (["a\u202e\x00 \n b"], "a b"),
            (["n" * 64], "n" * 64),
            (["n" * 65], "n" * 63 + "…"),
        ],
    )
    def test_first_is_named(self, names, first):
        """The first unknown name in code point order is reported, sanitized and cut to 64 code points."""
        arguments = {"url": URL} | dict.fromkeys(names, 1)
        assert _refusal(arguments) == _failure("parameter.unknown", parameter=first)


class TestUrl:
    @pytest.mark.parametrize("url", [0, 1.5, True, b"https://example.com/", [URL], {"href": URL}])
    def test_no_string(self, url):
        """A URL that is not a string is rejected."""
        assert _refusal({"url": url}) == _failure("url.type")

    def test_empty(self):
        """An empty string counts as a missing URL."""
        assert _refusal({"url": ""}) == _failure("url.absent")

    def test_class_of_its_own(self):
        """An instance of a str subclass becomes a plain str."""
        given = accept({"url": type("Text", (str,), {"__str__": lambda self: "x"})(URL)}).input.url
        assert given == URL
        assert type(given) is str


class TestTimeout:
    @pytest.mark.parametrize(
        ("given", "seconds"),
        [(1, 1), (60, 60), (1.0, 1), (60.0, 60), ("1", 1), ("060", 60), ("30.0", 30), ("5.0000", 5), ("", 10)],
    )
    def test_whole_numbers(self, given, seconds):
        """Whole numbers from 1 to 60 are accepted as int, float or text. Empty text means the default."""
        assert accept({"url": URL, "timeout_seconds": given}).input.timeout_seconds == seconds

    @pytest.mark.parametrize(
        "given", [0, 61, -1, 30.5, 0.0, 61.0, 10**400, 1e308, float("inf"), float("nan"), True, False]
    )
    def test_other_numbers(self, given):
        """Numbers out of bounds, fractions and booleans are rejected."""
        assert _refusal({"url": URL, "timeout_seconds": given}) == TIMEOUT

    @pytest.mark.parametrize(
        "given",
        [
            "0",
            "61",
            "0030",
            "30.",
            ".0",
            "30.5",
            "+5",
            "-5",
            "3_0",
            " 30",
            "30 ",
            "30\n",
            "\u0663\u0660",
            "\uff13",
            "1e1",
        ],
    )
    def test_other_text(self, given):
        """Text is rejected unless it is one to three ASCII digits, with an optional fraction of zeros."""
        assert _refusal({"url": URL, "timeout_seconds": given}) == TIMEOUT

    @pytest.mark.parametrize("given", [[], [30], {}, b"30", 30j, Decimal(30), Fraction(30), object()])
    def test_other_types(self, given):
        """Values that are neither a JSON number nor text are rejected."""
        assert _refusal({"url": URL, "timeout_seconds": given}) == TIMEOUT


def test_anything_gets_an_answer():
    """Any mapping results in a request, or in a failure that can be encoded as UTF-8 JSON."""
    rng = random.Random(20261130)
    names = ["url", "timeout_seconds", "depth", "\ud800", "", 7, None, object(), ("a",), float("nan")]
    values = [
        URL,
        "",
        "\udfff",
        "http://127.1/",
        30,
        0,
        -(10**400),
        float("nan"),
        float("inf"),
        True,
        None,
        object(),
        b"",
        [],
        {},
    ]
    outcomes = set()
    for _ in range(3_000):
        arguments = {rng.choice(names): rng.choice(values) for _ in range(rng.randrange(4))}
        try:
            outcomes.add(type(accept(arguments)).__name__)
        except PageStatsError as error:
            outcomes.add(json.loads(json.dumps(error.failure.payload(), ensure_ascii=False).encode())["error_code"])
    assert outcomes == {"Request", "invalid_url", "invalid_parameter"}


class Broken(dict):
    """A mapping whose own methods fail."""

    def items(self):
        """Fail."""
        raise RuntimeError("broken")


def test_a_mapping_that_cannot_be_read():
    """If the methods of a mapping fail, it counts as no arguments, and the call returns a failure."""
    assert page_stats_payload(Broken(url="https://example.com/"))["error_code"] == "invalid_url"
