"""How a host treats wrong settings, and secrets among the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from comparison.engine.cells import Finding, observe
from comparison.engine.texts import code
from comparison.platforms.probes.modelling import outcome

if TYPE_CHECKING:
    from comparison.platforms.hosts.dify import Dify
    from comparison.platforms.hosts.langchain import LangChain
    from comparison.platforms.hosts.openclaw import OpenClaw

ROWS: Final = {
    "unknown": "an unknown setting",
    "wrong": "a value of the wrong type",
    "later": "a wrong value set later",
    "secret": "a secret, where the tool is printed",
}
COLUMNS: Final = ("langchain", "dify", "openclaw")


def langchain(host: LangChain) -> Iterator[Finding]:
    """Pass settings to a tool's constructor, the only place that LangChain has for them."""
    from pydantic import SecretStr

    class Configured(host.toy.Echo):  # type: ignore[misc, name-defined]
        max_bytes: int = 1000
        token: Any = ""

    def refused_unknown() -> None:
        Configured(max_byte=5)

    def assigned() -> None:
        Configured().max_bytes = "many"  # type: ignore[assignment]

    text = outcome(refused_unknown, "taken without a word")
    yield observe("unknown", "langchain", text, "absent" if "without" in text else "enforced")
    text = outcome(lambda: Configured(max_bytes="many"), "taken")
    yield observe("wrong", "langchain", text, "enforced" if "refused" in text else "absent")
    text = outcome(assigned, "taken without a word")
    yield observe("later", "langchain", text, "absent" if "without" in text else "enforced")
    printed = (repr(Configured(token=token)) for token in ("s3cret", SecretStr("s3cret")))
    plain, secret = (text.rpartition("token=")[2].removesuffix(")") for text in printed)
    text = f"a `str` is printed: {code('token=' + plain)}; a `SecretStr` is not: {code('token=' + secret)}"
    yield observe("secret", "langchain", text, "declared")


def dify(host: Dify) -> Iterator[Finding]:
    """Pass a provider's credentials to the provider's validation and to a call."""
    with host.more() as toy:

        def reaches(credentials: dict[str, Any]) -> str:
            return code(toy.collect(toy.send("echo", {"url": "credentials"}, credentials)).payload)

        unknown = toy.validate({"max_byte": "5"})
        text = f"validated: {outcome_of(unknown)}; the tool gets {reaches({'max_byte': '5'})}"
        yield observe("unknown", "dify", text, "absent" if unknown.error is None else "enforced")
        text = outcome_of(toy.validate({"max_bytes": "many"}))
        yield observe("wrong", "dify", f"when saved, the plugin's own code is asked: {text}", "declared")
        text = f"a call with what was never saved: the tool gets {reaches({'max_bytes': 'many'})}"
        yield observe("later", "dify", text, "absent")
        shown = toy.collect(toy.send("echo", {"url": "printed"}, {"token": "s3cret"})).text.partition(", ")[0]
        text = f"its runtime is printed as {code(shown + ', …')}"
        yield observe("secret", "dify", text, "absent" if "s3cret" in shown else "enforced")


def outcome_of(answer: Any) -> str:
    return "taken" if answer.error is None else f"refused: {code(answer.error['message'])}"


def openclaw(host: OpenClaw) -> Iterator[Finding]:
    """Set wrong values on the command line, and in the configuration file while the Gateway runs."""
    key = "plugins.entries.echo.config"
    for row, name, value in (("unknown", "maxByte", "5"), ("wrong", "maxBytes", '"many"')):
        done = host.command("config", "set", f"{key}.{name}", value, "--strict-json")
        output = (done.stderr.strip() or done.stdout.strip()).splitlines()
        text = f"`openclaw config set` ends with {done.returncode}: {code(output[0])}"
        yield observe(row, "openclaw", text, "enforced" if done.returncode else "absent")

    def wrong(settings: dict[str, Any]) -> None:
        settings["plugins"]["entries"]["echo"]["config"] = {"maxBytes": "many"}

    def right(settings: dict[str, Any]) -> None:
        del settings["plugins"]["entries"]["echo"]["config"]

    logged = host.reconfigure(wrong)
    host.configure(right)
    text = f"in the file, while the Gateway runs: {code(logged)}"
    yield observe("later", "openclaw", text, "enforced" if "skipped" in logged else "absent")
