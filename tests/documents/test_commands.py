"""Commands in the documents exist and accept the options shown there, even if no test runs these commands."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator

import pytest
from page_stats_core.command import options
from page_stats_core.command.mcp import options as mcp_options

from harness.documents import blocks, documents, read
from lib.repository import ROOT

CORE = "packages/page_stats_core/README.md"
# Shell operators that end a command.
OPERATORS = {"|", ">", "<", "&", "&&", "|&"}


def called(program: str) -> Iterator[tuple[str, str]]:
    """Yield the document and the arguments of every call of *program* in code blocks and in the text."""
    for document in documents():
        text = read(document)
        yield from ((document, rest) for rest in re.findall(rf"`{program} ([^`\n]+)`", text))
        for block in blocks(document):
            lines = re.findall(rf"(?m)(?:^|[|;&] |[$/] ?){program} (.*)", block.text)
            yield from ((str(block), line) for line in lines)


def words(call: str) -> list[str]:
    """Return the arguments of a call, up to the first shell operator."""
    given = shlex.split(call, comments=True)
    end = next((place for place, word in enumerate(given) if word in OPERATORS), len(given))
    return given[:end]


def test_hatch() -> None:
    """Every `hatch run` call in a document names an existing script of an existing environment."""
    environments = tomllib.loads((ROOT / "hatch.toml").read_text("utf-8"))["envs"]
    scripts = {
        name if environment == "default" else f"{environment}:{name}"
        for environment, settings in environments.items()
        for name in settings.get("scripts", {})
    }
    named = [(place, re.sub(r"\.py3\.\d+", "", call.split()[0])) for place, call in called("hatch run")]
    assert len(named) > 20
    assert [(place, script) for place, script in named if script not in scripts] == []


def test_page_stats() -> None:
    """Every `page-stats` call in a document has options that the command accepts."""
    calls = [(place, words(call)) for place, call in called("page-stats")]
    assert len(calls) > 5
    for place, (first, *others) in calls:
        try:
            _ = mcp_options.read_options(others) if first == "mcp" else options.read_options([first, *others])
        except SystemExit:
            pytest.fail(f"{place}: page-stats does not take {first} {' '.join(others)}")


def test_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The core's README names exactly the options that `page-stats` and `page-stats mcp` have."""
    helps = ""
    for show_help in (options.read_options, mcp_options.read_options):
        with pytest.raises(SystemExit):
            show_help(["--help"])
        helps += capsys.readouterr().out
    assert set(re.findall(r"`(--[a-z-]+)", read(CORE))) == set(re.findall(r"(?m)^  (?:-h, )?(--[a-z-]+)", helps))


def test_installs() -> None:
    """Each install command in the front README also appears in a package's README."""
    commands = re.findall(r"(?m)^\| [^|]+ \| `([^`]+ [^`]+)` \|", read("README.md"))
    assert len(commands) == 4
    packages = [name for name in documents() if name.startswith("packages/")]
    lines = {line for package in packages for block in blocks(package) for line in block.text.splitlines()}
    assert [command for command in commands if command not in lines] == []
