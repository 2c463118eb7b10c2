"""How a dialect's answer is compared with the answer that a case expects."""

from __future__ import annotations

from typing import Any

import pytest

from harness.parity.cases import Case
from harness.parity.judge import Deviation, complaint, find_deviation


def case(expect: Any, family: str = "url") -> Case:
    """Return a case whose expected answer is *expect*."""
    return Case(family, "made-up", "It exists.", ("3.1",), {}, expect, frozenset())


def test_the_expected_answer() -> None:
    """An answer is correct even if its fields have another order than in the case."""
    assert complaint(case({"a": 1, "b": None}), {"b": None, "a": 1}) is None


@pytest.mark.parametrize("answer", [True, 1.0, "1", [1], None])
def test_another_answer(answer: Any) -> None:
    """An answer of another type than expected is wrong. The error quotes the case's reason and paragraph number."""
    fault = complaint(case(1), answer)
    assert fault
    assert "It exists. (§3.1)\nexpected 1" in fault


def test_places_are_filled_in() -> None:
    """Placeholders in the expected answer are replaced by the servers' addresses before the comparison."""
    assert complaint(case("{base}/a"), "http://h:1/a", places={"base": "http://h:1"}) is None


FAILURE = {"ok": False, "error_code": "timeout"}
ENTRY = Deviation("host", "made-up", 2, "It counts otherwise.")


class TestMessage:
    def test_a_fetch_compares_no_message(self) -> None:
        """In fetch cases, the message of a failure is not compared."""
        assert complaint(case(FAILURE, "fetch"), {**FAILURE, "message": "Late."}) is None

    @pytest.mark.parametrize("message", [{}, {"message": ""}, {"message": None}])
    def test_a_fetch_has_a_message(self, message: dict[str, Any]) -> None:
        """In fetch cases, the message of a failure must not be missing or empty."""
        assert complaint(case(FAILURE, "fetch"), FAILURE | message)

    def test_elsewhere_messages_are_compared(self) -> None:
        """In cases of other families, messages are compared."""
        assert complaint(case({**FAILURE, "message": "Late."}), {**FAILURE, "message": "Slow."})


class TestDeviation:
    def test_a_success_without_links(self) -> None:
        """If a deviation's success does not name ``link_word_count``, the expected value is 0, as in a case."""
        entry = Deviation("host", "made-up", {"ok": True, "word_count": 4}, "It reads links.")
        expected = case({"ok": True, "word_count": 4, "link_word_count": 1}, "fetch")
        assert complaint(expected, entry.instead | {"link_word_count": 0}, entry) is None
        assert complaint(expected, entry.instead, entry)

    def test_is_found_by_dialect_and_case(self) -> None:
        """A deviation is found only for its own dialect and case."""
        assert find_deviation([ENTRY], "host", case(1)) is ENTRY
        assert find_deviation([ENTRY], "other", case(1)) is None

    def test_what_it_says_comes_instead(self) -> None:
        """If a deviation is listed, the deviation's answer is expected instead of the case's answer."""
        assert complaint(case(1), 2, ENTRY) is None
        assert complaint(case(1), 3, ENTRY)

    def test_no_longer_deviates(self) -> None:
        """A deviation is reported as outdated if the dialect gives the answer that the case expects."""
        assert "no longer deviates" in (complaint(case(1), 1, ENTRY) or "")
