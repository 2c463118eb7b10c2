"""Asking ahead: each dialect is asked for all that the tests will want of it, in a thread of its own.

So no dialect waits while another waits for a deadline. What a test finds is what it would have found by asking itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self

from harness.parity.cases import Case
from harness.parity.dialect import Dialect, Dialects

Question = tuple[Dialect, Case, Mapping[str, Any]]


class Answers:
    """The answers of dialects to *questions*, as a context manager; a dialect is asked its questions in their order.

    The dialects trust the authority whose certificate is the file *ca*, if it is given.
    """

    def __init__(self, questions: Iterable[Question], ca: str | None = None) -> None:
        self._dialects = Dialects(ca)
        self._threads: dict[str, ThreadPoolExecutor] = {}
        self._answers: dict[tuple[str, str], Future[Any]] = {}
        for dialect, case, request in questions:
            thread = self._threads.setdefault(dialect.name, ThreadPoolExecutor(1, f"asking {dialect.name}"))
            self._answers[dialect.name, case.id] = thread.submit(self._dialects.ask, dialect, request)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._threads.values():
            thread.shutdown(wait=False, cancel_futures=True)
        self._dialects.close()  # an answer that is still awaited is none then
        for thread in self._threads.values():
            thread.shutdown()

    def to(self, dialect: Dialect, case: Case) -> Any:
        """Return what *dialect* answers to *case*, or raise ``DialectError``; waits for it."""
        return self._answers[dialect.name, case.id].result()
