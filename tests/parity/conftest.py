"""Fixtures: the answers of all dialects (ways to call the tool) to the cases, and the test servers' addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from harness.parity.cases import Case, request_of
from harness.parity.dialect import Dialect
from harness.parity.prefetch import Answers, Question
from harness.parity.serve_parse_cases import page_request
from harness.servers import Servers
from lib.locate.dify_sdk import find_python


@pytest.fixture(scope="session")
def places(servers: Servers) -> Mapping[str, str]:
    """Return the addresses of the test servers by placeholder, such as ``base``."""
    return servers.places


@pytest.fixture(scope="session")
def answers(request: pytest.FixtureRequest) -> Iterator[Answers]:
    """Yield the dialects' answers to the cases that need no network access."""
    with Answers(questions(request.session, test_case=lambda case: request_of(case, {}))) as running:
        yield running


@pytest.fixture(scope="session")
def fetched(request: pytest.FixtureRequest, servers: Servers) -> Iterator[Answers]:
    """Yield the dialects' answers to the cases that fetch from the test servers, whose CA the dialects trust."""
    asked = questions(
        request.session,
        test_fetch=lambda case: request_of(case, servers.places),
        test_page=lambda case: page_request(case, servers.pages),
    )
    with Answers(asked, ca=servers.places["ca"]) as running:
        yield running


def pytest_collection_finish(session: pytest.Session) -> None:
    """Create the environment of Dify's SDK before the tests, because this takes longer than the limit for an answer."""
    if not session.config.option.collectonly and any(dialect.name == "dify" for _, dialect, _ in chosen(session)):
        find_python()


def questions(session: pytest.Session, **requests: Callable[[Case], dict[str, Any]]) -> Iterator[Question]:
    """Yield a question for each selected test whose name is in *requests* and whose dialect can run."""
    for name, dialect, case in chosen(session):
        if name in requests:
            yield dialect, case, requests[name](case)


def chosen(session: pytest.Session) -> Iterator[tuple[str, Dialect, Case]]:
    """Yield the test's name, the dialect and the case of every selected test whose dialect can run."""
    for item in session.items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            dialect, case = (item.callspec.params.get(name) for name in ("dialect", "case"))
            if isinstance(dialect, Dialect) and isinstance(case, Case) and not dialect.why_not_run():
                yield item.originalname, dialect, case
