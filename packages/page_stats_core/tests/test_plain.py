"""Coercing values from a host."""

from __future__ import annotations

import enum
from collections import UserDict
from types import MappingProxyType
from unittest.mock import Mock

import pytest
from page_stats_core.plain import NO_NAME, plain_mapping, plain_number, plain_str


class HostileText(str):
    """Text that raises on every operation."""

    __slots__ = ()

    def _object(self, *_):
        raise RuntimeError("hostile")

    __str__ = __repr__ = __eq__ = __hash__ = __lt__ = __len__ = __format__ = _object


class HostileNumber(int):
    """A number that raises on every operation."""

    def _object(self, *_):
        raise RuntimeError("hostile")

    __str__ = __repr__ = __eq__ = __hash__ = __lt__ = __gt__ = __int__ = __index__ = _object


class Level(enum.IntEnum):
    HIGH = 30


class TestPlainStr:
    def test_text(self):
        """A plain str is returned unchanged."""
        assert plain_str("a\ud800") == "a\ud800"

    def test_subclass(self):
        """An instance of a str subclass becomes a plain str without calling its methods."""
        plain = plain_str(HostileText("a"))
        assert plain == "a"
        assert type(plain) is str

    @pytest.mark.parametrize("value", [None, 7, b"a", ["a"]])
    def test_anything_else(self, value):
        """Anything but a string gives None."""
        assert plain_str(value) is None

    def test_mock(self):
        """A mock that claims to be a string gives None."""
        assert isinstance(Mock(spec=str), str)
        assert plain_str(Mock(spec=str)) is None


class TestPlainNumber:
    @pytest.mark.parametrize(
        ("value", "number"),
        [(30, 30), (-1, -1), (10**30, 10**30), (30.0, 30), (-0.0, 0), (1e300, int(1e300)), (Level.HIGH, 30)],
    )
    def test_whole_numbers(self, value, number):
        """Whole numbers of any size, and floats without a fraction, become plain ints."""
        plain = plain_number(value)
        assert plain == number
        assert type(plain) is int

    def test_subclass(self):
        """An instance of an int subclass becomes a plain int without calling its methods."""
        assert plain_number(HostileNumber(30)) == 30

    @pytest.mark.parametrize(
        "value",
        [None, True, False, 30.5, float("inf"), float("-inf"), float("nan"), 30j, "30", b"30", [30], Mock(spec=int)],
    )
    def test_anything_else(self, value):
        """Booleans, fractions, infinities and NaN give None."""
        assert plain_number(value) is None


class TestPlainMapping:
    @pytest.mark.parametrize("kind", [dict, UserDict, MappingProxyType])
    def test_mapping(self, kind):
        """Any mapping is accepted, and null entries are dropped."""
        assert plain_mapping(kind({"a": 1, "b": None, "c": False})) == {"a": 1, "c": False}

    @pytest.mark.parametrize("value", [None, 7, "a", [("a", 1)], {"a"}, Mock(spec=dict)])
    def test_anything_else(self, value):
        """Anything but a mapping gives no entries."""
        assert plain_mapping(value) == {}

    def test_hostile_name(self):
        """A str key with hostile methods becomes a plain str."""
        hostile = type("Text", (HostileText,), {"__hash__": lambda self: hash("a")})("a")
        assert plain_mapping({hostile: 1}) == {"a": 1}

    @pytest.mark.parametrize("key", [7, None, True, ("a",), b"a", object()])
    def test_no_name(self, key):
        """A key that is not a string becomes NO_NAME, unless its value is null."""
        assert plain_mapping({key: 1}) == {NO_NAME: 1}
        assert plain_mapping({key: None}) == {}
