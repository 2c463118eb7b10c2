"""Fixtures that are shared with the tests of LangChain itself."""

from harness.hosts.langchain.fixtures import raising, tool

__all__ = ["raising", "tool"]
