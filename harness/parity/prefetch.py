"""Prefetching: each dialect answers all of its tests' questions in its own thread.

So no dialect waits for another one's deadline. The tests see the same answers as without prefetching.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self

from harness.parity.cases import Case
from harness.parity.dialect import Dialect, Dialects

Question = tuple[Dialect, Case, Mapping[str, Any]]


class Answers:
    """The answers to *questions*, as a context manager; each dialect receives its questions in order.

    *ca* is the certificate file of a CA that the dialects trust.
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
        self._dialects.close()  # answers still pending are lost then
        for thread in self._threads.values():
            thread.shutdown()

    def to(self, dialect: Dialect, case: Case) -> Any:
        """Wait for the answer of *dialect* to *case*; raises ``DialectError``."""
        return self._answers[dialect.name, case.id].result()
