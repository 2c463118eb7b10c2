"""The toy as a function, for LangChain to make a tool of."""

from typing import Annotated, Any

from pydantic import Field


def echo(url: str, timeout_seconds: Annotated[int, Field(ge=1, le=60)] = 10) -> dict[str, Any]:
    """Say what arrived.

    Args:
        url: Absolute http or https URL.
        timeout_seconds: Whole seconds, 1 to 60.
    """
    return {"url": url, "timeout_seconds": timeout_seconds}
