"""How a host discovers a tool, and how it reacts if a tool's declaration and code differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.texts import code

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "known by": "a tool is known by",
    "undeclared": "a tool in the code that the manifest does not name",
    "unmade": "a tool in the manifest that the code does not make",
    "checked": "the author's own check of the two",
    "twice": "two tools of one name",
    "unknown": "a model calls a tool that there is not",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Give an agent two tools with the same name, and call a tool that the agent does not have."""
    from langgraph.prebuilt import ToolNode

    names = [each["function"]["name"] for each in host.bound(host.toy.Echo())]
    yield observe("known by", "langchain", f"the list that `create_agent` is given: a model is told of {code(names)}")
    first, second = host.answering(lambda: "the first"), host.answering(lambda: "the second")
    kept = ToolNode([first, second]).tools_by_name["echo"]
    count = len(host.bound(first, second))
    which = "the last" if kept is second else "the first"
    text = f"taken without a word: {which} is called, and the model is told of {count}"
    yield observe("twice", "langchain", text, "absent")
    called = host.agent(host.answering(lambda: "done", name="other"), {"url": "https://a.example/"})
    yield observe("unknown", "langchain", f"the model gets {called.model}", "enforced")
    assert code("error") in called.model


def dify(host: Dify) -> Iterator[Finding]:
    """Start plugins whose manifest and code differ; call a tool that does not exist."""
    from comparison.platforms.hosts.dify import start_of, started

    declared = code(host.toy.manifest["plugins"]["tools"])
    yield observe("known by", "dify", f"the manifest, which the plugin prints first: `plugins.tools` is {declared}")
    with started({"tools/other.py": host.file("tools/echo.py")}) as toy:
        session = toy.send("other", {"url": "https://a.example/"})
        error = toy.collect(session).error
    assert error
    text = f"starts; a call of it is {code(error['error_type'])}: {code(error['message'])}"
    yield observe("undeclared", "dify", text, "enforced")
    yield observe(
        "unknown", "dify", f"the daemon gets {code(error['error_type'])}: {code(error['message'])}", "enforced"
    )
    yield observe("unmade", "dify", f"the plugin {start_of({'tools/echo.py': None})}", "enforced")
    provider = host.file("provider/echo.yaml")
    twice = provider.replace("  - tools/echo.yaml\n", "  - tools/echo.yaml\n" * 2)
    yield observe("twice", "dify", f"the plugin {start_of({'provider/echo.yaml': twice})}", "absent")


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Check which toys are listed if their manifest and code disagree, and what the Gateway logs about them."""
    listed = host.listed()
    both = "registered_declared" in listed and "registered_undeclared" not in listed
    text = "its name in `contracts.tools` of `openclaw.plugin.json`, and in the code" if both else "the code alone"
    yield observe("known by", "openclaw", text)
    logged = "; ".join(host.start_messages("contracts.tools"))
    there = "listed" if "registered_undeclared" in listed else "not listed"
    yield observe("undeclared", "openclaw", f"{there}; logged: {logged}", "enforced")
    unmade = "listed" if "registered_unmade" in listed else "not listed"
    logged = "; ".join(host.start_messages("registered_unmade")) or "nothing"
    yield observe("unmade", "openclaw", f"{unmade}; logged: {logged}", "absent" if logged == "nothing" else "enforced")
    stale, by_hand = host.validated("stale"), host.validated("registered")
    yield observe("checked", "openclaw", f"of `defineToolPlugin`, {stale}; of `registerTool`, {by_hand}", "enforced")
    conflicts = {f"{level} {code(text)}" for level, text in host.entries(0) if "name conflict" in text}
    (kept,) = [tool["description"] for tool in host.model.tools if tool["name"] == "echo"]
    yield observe("twice", "openclaw", f"the first is kept ({code(kept)}); logged: {', '.join(conflicts)}", "enforced")
    called = host.agent({}, "nonesuch")
    yield observe("unknown", "openclaw", f"the model gets {called.model}", "enforced")
