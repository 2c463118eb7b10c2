"""Send each dialect the requests of all its tests in advance, in one thread for each dialect.

A request that times out in one dialect therefore does not delay the others. Prefetching does not change the answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self

from harness.parity.cases import Case
from harness.parity.dialect import Dialect, Dialects

Question = tuple[Dialect, Case, Mapping[str, Any]]


class Answers:
    """Collects the answers to *questions*, as a context manager; each dialect receives its questions in order.

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
        self._dialects.close()  # loses the answers that have not arrived yet
        for thread in self._threads.values():
            thread.shutdown()

    def to(self, dialect: Dialect, case: Case) -> Any:
        """Wait for the answer of *dialect* to *case*; raise ``DialectError`` if the dialect did not answer."""
        return self._answers[dialect.name, case.id].result()
