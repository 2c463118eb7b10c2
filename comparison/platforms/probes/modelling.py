"""Which ways of defining a tool a host accepts, and how it rejects incomplete definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.texts import code, raised

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "abstract class": "an abstract class, and its one method left out",
    "declared fields": "a field of it, set without a type",
    "function": "a function with a decorator, without a docstring",
    "plain function": "a function as it is",
    "shape": "an object of the right shape that derives from nothing",
    "two in a file": "two tools in one file",
    "no manifest": "no manifest",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Define incomplete tools, and pass them to an agent."""
    from langchain_core.tools import BaseTool, tool

    def field_without_type() -> Any:
        class Untyped(BaseTool):
            name = "echo"  # type: ignore[pydantic-field]
            description: str = "Say what arrived."

            def _run(self, url: str) -> str:
                return url

        return Untyped()  # type: ignore[call-arg]

    def undocumented(url: str) -> str:
        return url

    def plain(url: str) -> str:
        """Say what arrived."""
        return url

    class Shape:
        __module__, __qualname__ = "toys", "Shape"  # errors quote both; cells must not name this module
        name = "echo"
        description = "Say what arrived."

        def invoke(self, given: Any, config: Any = None) -> Any:
            return given

    class Abstract(BaseTool):
        name: str = "echo"
        description: str = "Say what arrived."

    yield observe("abstract class", "langchain", f"`BaseTool`: {outcome(Abstract)}")
    yield observe("declared fields", "langchain", f"`BaseTool` is a pydantic model: {outcome(field_without_type)}")
    yield observe("function", "langchain", f"`@tool`: {outcome(lambda: tool(undocumented))}")
    plain.__name__ = "echo"
    yield observe("plain function", "langchain", outcome(lambda: host.made(plain), "`create_agent` makes a tool of it"))
    yield observe("shape", "langchain", outcome(lambda: host.made(Shape())))
    first, second = host.toy.Echo(), host.toy.Echo(name="other")
    yield observe("two in a file", "langchain", outcome(lambda: host.made(first, second)))
    yield observe("no manifest", "langchain", outcome(lambda: host.made(first), "taken: a program hands the tool over"))


def outcome(attempt: Callable[[], Any], well: str = "taken") -> str:
    """Return *well* if the attempt succeeds, else the text of its error."""
    try:
        attempt()
    except Exception as error:  # whatever a host raises
        return f"refused: {raised(error)}"
    return well


def dify(host: Dify) -> Iterator[Finding]:
    """Start incomplete plugins."""
    from comparison.platforms.hosts.dify import start_of

    head = "from dify_plugin import Tool\n\n"
    one = "class {}(Tool):\n    def _invoke(self, tool_parameters):\n        yield\n\n"
    files: dict[str, dict[str, str | None]] = {
        "abstract class": {"tools/echo.py": f"{head}class EchoTool(Tool):\n    pass\n"},
        "function": {"tools/echo.py": "def echo(url):\n    return url\n"},
        "shape": {"tools/echo.py": "class EchoTool:\n    def _invoke(self, tool_parameters):\n        yield\n"},
        "two in a file": {"tools/echo.py": head + one.format("EchoTool") + one.format("OtherTool")},
        "no manifest": {"manifest.yaml": None},
    }
    for row, replaced in files.items():
        yield observe(row, "dify", f"the plugin {start_of(replaced)}")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Check which tools of the toys are listed, and validate a plugin without a manifest."""
    listed = host.listed()
    made = sorted(name for name in listed if name.startswith("more_"))
    yield observe("shape", "openclaw", f"taken: {code('echo')} is an object literal")
    yield observe("two in a file", "openclaw", f"taken: one file makes {len(made)} tools")
    assert "echo" in listed
    yield observe("no manifest", "openclaw", host.refused_without_manifest())
