"""The fixtures of LangChain's tests."""

from harness.hosts.langchain.fixtures import raising, tool

__all__ = ["raising", "tool"]
