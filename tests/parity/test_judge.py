"""What counts as the answer to a case."""

from __future__ import annotations

from typing import Any

import pytest

from harness.parity.cases import Case
from harness.parity.judge import Deviation, complaint, find_deviation


def case(expect: Any, family: str = "url") -> Case:
    """Return a case of which only what it expects matters."""
    return Case(family, "made-up", "It exists.", ("3.1",), {}, expect, frozenset())


def test_the_expected_answer() -> None:
    """The order of an object's fields does not matter."""
    assert complaint(case({"a": 1, "b": None}), {"b": None, "a": 1}) is None


@pytest.mark.parametrize("answer", [True, 1.0, "1", [1], None])
def test_another_answer(answer: Any) -> None:
    """A value of another type is another answer, and the complaint says why the case is there."""
    fault = complaint(case(1), answer)
    assert fault
    assert "It exists. (§3.1)\nexpected 1" in fault


def test_places_are_filled_in() -> None:
    """Placeholders stand in what is expected, too."""
    assert complaint(case("{base}/a"), "http://h:1/a", places={"base": "http://h:1"}) is None


FAILURE = {"ok": False, "error_code": "timeout"}
ENTRY = Deviation("host", "made-up", 2, "It counts otherwise.")


class TestMessage:
    def test_a_fetch_compares_no_message(self) -> None:
        """The message of a fetch may be any."""
        assert complaint(case(FAILURE, "fetch"), {**FAILURE, "message": "Late."}) is None

    @pytest.mark.parametrize("message", [{}, {"message": ""}, {"message": None}])
    def test_a_fetch_has_a_message(self, message: dict[str, Any]) -> None:
        """There is one, though."""
        assert complaint(case(FAILURE, "fetch"), FAILURE | message)

    def test_elsewhere_messages_are_compared(self) -> None:
        """The message of another family is part of the answer."""
        assert complaint(case({**FAILURE, "message": "Late."}), {**FAILURE, "message": "Slow."})


class TestDeviation:
    def test_is_found_by_dialect_and_case(self) -> None:
        """An entry is for one dialect and one case."""
        assert find_deviation([ENTRY], "host", case(1)) is ENTRY
        assert find_deviation([ENTRY], "other", case(1)) is None

    def test_what_it_says_comes_instead(self) -> None:
        """What an entry says is the answer, and nothing else."""
        assert complaint(case(1), 2, ENTRY) is None
        assert complaint(case(1), 3, ENTRY)

    def test_no_longer_deviates(self) -> None:
        """An entry is a fault once the dialect answers as the case expects."""
        assert "no longer deviates" in (complaint(case(1), 1, ENTRY) or "")
