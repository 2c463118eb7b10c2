"""Which of a host's tools a model receives, and who decides that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "ordinary": "an ordinary tool",
    "profiled": "a tool whose manifest names profiles, `coding` among them",
    "optional": "an optional tool",
    "owner": "a tool that a factory makes for the owner alone, asked for with the operator's token",
    "denied": "a tool that the operator denies",
}
COLUMNS: Final = ("langchain", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Give an agent two tools."""
    names = [each["function"]["name"] for each in host.bound(host.toy.Echo(), host.toy.Echo(name="other"))]
    yield observe("ordinary", "langchain", f"told, whatever is handed to `create_agent`: {code(names)}", "told")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """List the tools that a model receives under each profile, and with a tool denied."""
    listed: dict[str, set[str]] = {}
    allowed: list[str] = []

    def profile(name: str) -> None:
        def change(settings: dict[str, Any]) -> None:
            allowed[:] = settings["tools"].pop("alsoAllow", allowed)
            settings["tools"]["profile"] = name
            if name == "none":
                del settings["tools"]["profile"]

        host.reconfigure(change)
        listed[name] = host.listed()

    def back(settings: dict[str, Any]) -> None:
        settings["tools"] |= {"profile": "coding", "alsoAllow": allowed, "deny": ["more_result"]}

    def allow(settings: dict[str, Any]) -> None:
        del settings["tools"]["deny"]

    profile("none")
    profile("full")
    profile("minimal")
    profile("coding")
    host.reconfigure(back)
    listed["allowed"] = host.listed()
    host.reconfigure(allow)
    tools = {"ordinary": "echo", "profiled": "more_tell", "optional": "more_optional", "owner": "more_owner"}
    for row, name in tools.items():
        text = ", ".join(
            f"`{way}` {'yes' if name in listed[way] else 'no'}" for way in ("none", "full", "coding", "minimal")
        )
        also = "yes" if name in listed["allowed"] else "no"
        yield observe(row, "openclaw", f"under the profile {text}; under `coding`, named in `alsoAllow`: {also}")
    denied = "more_result" not in listed["allowed"]
    text = f"`tools.deny` goes before `alsoAllow`: {'not told' if denied else 'told'}"
    yield observe("denied", "openclaw", text, "enforced" if denied else "absent")
