"""The toy (the tool that the probes call): a body that returns its arguments, or fails as its URL demands.

Every framework receives the same function that calls the body. The function does not depend on any framework.
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
    """The return type, for functions that declare one."""

    url: str
    timeout_seconds: int


class Core:
    """The body of the tool. *reached* collects the arguments of each call."""

    def __init__(self) -> None:
        self.reached: list[dict[str, Any]] = []

    def __call__(self, url: Any, timeout_seconds: Any) -> Any:
        """Return the arguments, or fail as *url* demands."""
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
    """Make a tool's function that calls *body* and is async if *body* is async. Its return annotation is *returns*."""
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
    def fail(_: str, __: int) -> Any:
        raise error

    return fail
