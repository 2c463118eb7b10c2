"""Fixtures for the tests of the LangChain package."""

from harness.hosts.langchain.fixtures import raising, tool

__all__ = ["raising", "tool"]
