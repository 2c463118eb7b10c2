"""Answers that are fetched ahead: each test gets its own answer, and dialects do not delay each other."""

from __future__ import annotations

import sys
import time

import pytest

from harness.parity.cases import Case
from harness.parity.dialect import Dialect, DialectError
from harness.parity.prefetch import Answers, Question

ECHO = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    request["url"] or sys.exit("no url")
    print(json.dumps({"id": request["id"], "result": request["url"]}), flush=True)
"""
MUTE = "import time; input(); time.sleep(600)"


def question(name: str, program: str, case: str, url: str) -> Question:
    """Return a question for a dialect that runs the Python code in *program*."""
    dialect = Dialect(name, (sys.executable, "-c", program), frozenset({"url"}))
    return dialect, Case("url", case, "It exists.", ("3.1",), {}, None, frozenset()), {"url": url}


class TestAnswers:
    def test_each_its_own(self) -> None:
        """Each test gets its dialect's answer to its case, regardless of the order in which the tests ask."""
        asked = [question(name, ECHO, case, name + case) for name in ("a", "b") for case in ("1", "2")]
        with Answers(asked) as answers:
            assert [answers.to(dialect, case) for dialect, case, _ in reversed(asked)] == ["b2", "b1", "a2", "a1"]

    def test_failure(self) -> None:
        """If a dialect fails on a case, only that case fails. The dialect answers the next case."""
        bad, good = question("a", ECHO, "bad", ""), question("a", ECHO, "good", "fine")
        with Answers([bad, good]) as answers:
            assert answers.to(*good[:2]) == "fine"
            with pytest.raises(DialectError, match="no url"):
                answers.to(*bad[:2])

    def test_not_held_up(self) -> None:
        """A dialect that never answers delays neither another dialect nor the shutdown."""
        mute, other = question("a", MUTE, "1", "x"), question("b", ECHO, "1", "fine")
        began = time.monotonic()
        with Answers([mute, other]) as answers:
            assert answers.to(*other[:2]) == "fine"
        assert time.monotonic() - began < 20  # far below the time limit for an answer
