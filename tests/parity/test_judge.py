"""How an answer is compared with a case."""

from __future__ import annotations

from typing import Any

import pytest

from harness.parity.cases import Case
from harness.parity.judge import Deviation, complaint, find_deviation


def case(expect: Any, family: str = "url") -> Case:
    """Return a case with only an expected answer."""
    return Case(family, "made-up", "It exists.", ("3.1",), {}, expect, frozenset())


def test_the_expected_answer() -> None:
    """The order of an object's fields does not matter."""
    assert complaint(case({"a": 1, "b": None}), {"b": None, "a": 1}) is None


@pytest.mark.parametrize("answer", [True, 1.0, "1", [1], None])
def test_another_answer(answer: Any) -> None:
    """A value of another type is a wrong answer, and the complaint quotes the case's reason."""
    fault = complaint(case(1), answer)
    assert fault
    assert "It exists. (§3.1)\nexpected 1" in fault


def test_places_are_filled_in() -> None:
    """Placeholders are filled in in the expected answer."""
    assert complaint(case("{base}/a"), "http://h:1/a", places={"base": "http://h:1"}) is None


FAILURE = {"ok": False, "error_code": "timeout"}
ENTRY = Deviation("host", "made-up", 2, "It counts otherwise.")


class TestMessage:
    def test_a_fetch_compares_no_message(self) -> None:
        """The message of a failed fetch is not compared."""
        assert complaint(case(FAILURE, "fetch"), {**FAILURE, "message": "Late."}) is None

    @pytest.mark.parametrize("message", [{}, {"message": ""}, {"message": None}])
    def test_a_fetch_has_a_message(self, message: dict[str, Any]) -> None:
        """A failed fetch must have a nonempty message."""
        assert complaint(case(FAILURE, "fetch"), FAILURE | message)

    def test_elsewhere_messages_are_compared(self) -> None:
        """The messages of other families are compared."""
        assert complaint(case({**FAILURE, "message": "Late."}), {**FAILURE, "message": "Slow."})


class TestDeviation:
    def test_is_found_by_dialect_and_case(self) -> None:
        """A deviation applies to one dialect and one case."""
        assert find_deviation([ENTRY], "host", case(1)) is ENTRY
        assert find_deviation([ENTRY], "other", case(1)) is None

    def test_what_it_says_comes_instead(self) -> None:
        """A deviation replaces the expected answer."""
        assert complaint(case(1), 2, ENTRY) is None
        assert complaint(case(1), 3, ENTRY)

    def test_no_longer_deviates(self) -> None:
        """A deviation is an error once the dialect answers as the case expects."""
        assert "no longer deviates" in (complaint(case(1), 1, ENTRY) or "")
