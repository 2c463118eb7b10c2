"""The toy: one core that says what reaches it, or fails as it is told to, and the function that is made a tool of it.

The function is what every framework is given, as its documentation says to write one; nothing in it is a framework's.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

SAID: Final = "The server answered 404."
FAILED: Final = {"ok": False, "error_code": "http_error", "message": SAID}

Body = Callable[[str, int], Any]


class Arrived(BaseModel):
    """What the tool returns, where it says so."""

    url: str
    timeout_seconds: int


class Core:
    """What the tool does: ``reached`` is what has reached it, call by call."""

    def __init__(self) -> None:
        self.reached: list[dict[str, Any]] = []

    def __call__(self, url: Any, timeout_seconds: Any) -> Any:
        """Return what has arrived, or fail as *url* says."""
        self.reached.append({"url": url, "timeout_seconds": timeout_seconds})
        match url:
            case "fail:any":
                raise ValueError(SAID)
            case "fail:data":
                return FAILED
            case "fail:nothing":
                return None
        return self.reached[-1]


def echo(body: Body, *, returns: Any = Any) -> Callable[..., Any]:
    """Return the function of which a tool is made; it is a coroutine if *body* is one, and says that it *returns*."""
    if inspect.iscoroutinefunction(body):

        async def waiting(
            url: Annotated[str, Field(description="Absolute http or https URL.")],
            timeout_seconds: Annotated[int, Field(ge=1, le=60, description="Whole seconds, 1 to 60.")] = 10,
        ) -> Any:
            """Say what arrived."""
            return await body(url, timeout_seconds)

        function: Callable[..., Any] = waiting
    else:

        def returning(
            url: Annotated[str, Field(description="Absolute http or https URL.")],
            timeout_seconds: Annotated[int, Field(ge=1, le=60, description="Whole seconds, 1 to 60.")] = 10,
        ) -> Any:
            """Say what arrived."""
            return body(url, timeout_seconds)

        function = returning
    function.__name__ = function.__qualname__ = "echo"
    function.__annotations__["return"] = returns
    return function


def failing(error: Exception) -> Body:
    """Return a body that raises *error*."""

    def fail(_: str, __: int) -> Any:
        raise error

    return fail
