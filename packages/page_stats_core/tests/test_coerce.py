"""Conversion of what a host passes to built-in types."""

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
        """Text stays what it is."""
        assert as_str("a\ud800") == "a\ud800"

    def test_subclass(self):
        """A string of another class becomes a str of the same characters, whatever its ``__str__`` says."""
        assert type(as_str(type("Text", (str,), {"__str__": lambda self: "b"})("a"))) is str

    @pytest.mark.parametrize("value", [None, 7, b"a", ["a"]])
    def test_anything_else(self, value):
        """What is no text is none."""
        assert as_str(value) is None


class TestInt:
    @pytest.mark.parametrize(
        ("value", "number"),
        [(30, 30), (-1, -1), (10**30, 10**30), (30.0, 30), (-0.0, 0), (1e300, int(1e300)), (Level.HIGH, 30)],
    )
    def test_whole_numbers(self, value, number):
        """Whole numbers become ints, whatever their size, and so do floats of their value."""
        assert repr(as_int(value)) == repr(number)

    @pytest.mark.parametrize(
        "value",
        [None, True, False, 30.5, float("inf"), float("-inf"), float("nan"), 30j, "30", b"30", [30]],
    )
    def test_anything_else(self, value):
        """Booleans, fractions, and what is beyond all numbers are none."""
        assert as_int(value) is None


class TestMapping:
    @pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType])
    def test_mapping(self, kind):
        """Any mapping is a mapping; null entries are left out."""
        assert as_mapping(kind({"a": 1, "b": None, "c": False})) == {"a": 1, "c": False}

    @pytest.mark.parametrize("value", [None, 7, "a", [("a", 1)], {"a"}])
    def test_anything_else(self, value):
        """What is no mapping has no entries."""
        assert as_mapping(value) == {}

    @pytest.mark.parametrize("key", [7, None, True, ("a",), b"a", object()])
    def test_no_name(self, key):
        """A key that is no text has a name that no parameter has, unless its value is null."""
        assert as_mapping({key: 1}) == {NO_NAME: 1}
        assert as_mapping({key: None}) == {}
