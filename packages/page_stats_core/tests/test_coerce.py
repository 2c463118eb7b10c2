"""Converting values from a host, such as LangChain, to built-in types."""

from __future__ import annotations

import enum
from collections import UserDict
from types import MappingProxyType

import pytest
from page_stats_core.coerce import NO_NAME, as_int, as_mapping, as_str


class Level(enum.IntEnum):
    HIGH = 30


class TestStr:
    def test_text(self):
        """A string is returned unchanged."""
        assert as_str("a\ud800") == "a\ud800"

    def test_subclass(self):
        """An instance of a str subclass becomes a str with the same characters, whatever its ``__str__`` returns."""
        assert type(as_str(type("Text", (str,), {"__str__": lambda self: "b"})("a"))) is str

    @pytest.mark.parametrize("value", [None, 7, b"a", ["a"]])
    def test_anything_else(self, value):
        """A value that is not a string becomes None."""
        assert as_str(value) is None


class TestInt:
    @pytest.mark.parametrize(
        ("value", "number"),
        [(30, 30), (-1, -1), (10**30, 10**30), (30.0, 30), (-0.0, 0), (1e300, int(1e300)), (Level.HIGH, 30)],
    )
    def test_whole_numbers(self, value, number):
        """Whole numbers of any size, including floats, become ints."""
        assert repr(as_int(value)) == repr(number)

    @pytest.mark.parametrize(
        "value",
        [None, True, False, 30.5, float("inf"), float("-inf"), float("nan"), 30j, "30", b"30", [30]],
    )
    def test_anything_else(self, value):
        """Booleans, fractions, infinities, NaN and other types become None."""
        assert as_int(value) is None


class TestMapping:
    @pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType])
    def test_mapping(self, kind):
        """Any mapping becomes a dict without the entries whose value is null."""
        assert as_mapping(kind({"a": 1, "b": None, "c": False})) == {"a": 1, "c": False}

    @pytest.mark.parametrize("value", [None, 7, "a", [("a", 1)], {"a"}])
    def test_anything_else(self, value):
        """A value that is not a mapping becomes an empty dict."""
        assert as_mapping(value) == {}

    @pytest.mark.parametrize("key", [7, None, True, ("a",), b"a", object()])
    def test_no_name(self, key):
        """A key that is not a string becomes ``NO_NAME``, and an entry whose value is null is dropped."""
        assert as_mapping({key: 1}) == {NO_NAME: 1}
        assert as_mapping({key: None}) == {}
