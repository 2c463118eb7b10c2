"""The dialects' answers, and the servers that the cases run against."""

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
    """Return where the fixture servers are, by placeholder."""
    return servers.places


@pytest.fixture(scope="session")
def answers(request: pytest.FixtureRequest) -> Iterator[Answers]:
    """Yield what the dialects answer to cases that need no network."""
    with Answers(questions(request.session, test_case=lambda case: request_of(case, {}))) as running:
        yield running


@pytest.fixture(scope="session")
def fetched(request: pytest.FixtureRequest, servers: Servers) -> Iterator[Answers]:
    """Yield what dialects answer that trust the authority of the fixture servers, and fetch from these."""
    asked = questions(
        request.session,
        test_fetch=lambda case: request_of(case, servers.places),
        test_page=lambda case: page_request(case, servers.pages),
    )
    with Answers(asked, ca=servers.places["ca"]) as running:
        yield running


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the environment of Dify's SDK made, if it will be asked for: that may take longer than an answer may."""
    if not session.config.option.collectonly and any(dialect.name == "dify" for _, dialect, _ in chosen(session)):
        find_python()


def questions(session: pytest.Session, **requests: Callable[[Case], dict[str, Any]]) -> Iterator[Question]:
    """Yield what the tests of these names will want to know, as far as they were chosen and can be run."""
    for name, dialect, case in chosen(session):
        if name in requests:
            yield dialect, case, requests[name](case)


def chosen(session: pytest.Session) -> Iterator[tuple[str, Dialect, Case]]:
    """Yield each chosen pair of a dialect that can be run here and a case, with the name of the test."""
    for item in session.items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            dialect, case = (item.callspec.params.get(name) for name in ("dialect", "case"))
            if isinstance(dialect, Dialect) and isinstance(case, Case) and not dialect.why_not_run():
                yield item.originalname, dialect, case
