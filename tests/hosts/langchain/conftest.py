"""Fixtures: servers with prepared responses, and a function that runs an agent, blocking or on an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harness.hosts.langchain.agents import QUESTION, Busy, Run
from harness.hosts.langchain.fixtures import raising, tool

__all__ = ["raising", "tool"]


@pytest.fixture
def busy() -> Iterator[Callable[..., Busy]]:
    """Yield a function that starts a server with prepared responses. The servers are closed after the test."""
    running: list[Busy] = []

    def start(*responses: bytes) -> Busy:
        running.append(Busy(*responses))
        return running[-1]

    yield start
    for server in running:
        server.close()


@pytest.fixture(params=["invoke", "ainvoke"])
def run(request: pytest.FixtureRequest) -> Run:
    """Return a function that runs an agent, either blocking or on an event loop."""

    def once(agent: Any, given: Any = QUESTION, **options: Any) -> dict[str, Any]:
        blocking = request.param == "invoke"
        state: dict[str, Any] = (
            agent.invoke(given, **options) if blocking else asyncio.run(agent.ainvoke(given, **options))
        )
        return state

    return once


@pytest.fixture(autouse=True)
def _leaves_nothing(leaves_nothing: None) -> None:
    """Check that no test leaves threads or sockets behind."""
