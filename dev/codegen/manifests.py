"""Write every generated file, so that each fact has to be edited in only one place.

``hatch run manifests`` writes them; ``hatch run manifests --check`` only lists the stale ones. To add an output, add a
row to ``outputs``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from page_stats_core.about import REPOSITORY, VERSION
from page_stats_core.page import failures, models, tool
from pydantic.json_schema import models_json_schema

from dev.codegen import dify_manifests
from lib.json_format import format_json
from lib.repository import ROOT

CORE: Final = "packages/page_stats_core"
TABLES: Final = f"{CORE}/src/page_stats_core/page/tables"
DIFY: Final = dify_manifests.PACKAGE
LANGCHAIN: Final = "packages/langchain_page_stats"
LANGCHAIN_LISTING: Final = "docs/langchain-listing.yaml"
OPENCLAW: Final = "packages/openclaw-page-stats"
SHOWN: Final = 60  # how many characters of a stale line are printed

# Returns the text of a file, or None if the file should not exist.
Output = Callable[[], str | None]


def outputs() -> Mapping[str, Output]:
    """Return every generated file, by its path from the repository's root."""
    return {
        "spec/contract.schema.json": contract_schema,
        f"{CORE}/LICENSE": copy_of("LICENSE"),
        f"{CORE}/README.md": with_repository(f"{CORE}/README.md"),
        f"{CORE}/pyproject.toml": core_project,
        f"{CORE}/src/page_stats_core/about.py": about,
        **tables("spec/tables", TABLES),
        f"{DIFY}/LICENSE": copy_of("LICENSE"),
        **dify_manifests.outputs(version()),
        **{f"{DIFY}/{name}": with_repository(f"{DIFY}/{name}", word) for name, word in dify_manifests.READMES.items()},
        f"{LANGCHAIN}/LICENSE": copy_of("LICENSE"),
        f"{LANGCHAIN}/README.md": with_repository(f"{LANGCHAIN}/README.md"),
        f"{LANGCHAIN}/pyproject.toml": langchain_project,
        LANGCHAIN_LISTING: langchain_listing,
        f"{OPENCLAW}/LICENSE": copy_of("LICENSE"),
        f"{OPENCLAW}/README.md": with_repository(f"{OPENCLAW}/README.md"),
        # `openclaw plugins build` writes the rest of the manifest, with the version of package.json
        f"{OPENCLAW}/openclaw.plugin.json": lambda: with_lines(f"{OPENCLAW}/openclaw.plugin.json", json_version()),
        f"{OPENCLAW}/package.json": openclaw_package,
        f"{OPENCLAW}/src/generated/about.ts": about_ts,
        f"{OPENCLAW}/src/generated/contract.ts": contract_ts,
        **tables("spec/tables", f"{OPENCLAW}/src/page/tables"),
    }


def contract_schema() -> str:
    """Return the contract as JSON, with its schemas and the rules that a schema cannot express.

    The default user agent is a template without a version, so that a release does not change the contract.
    """
    all_models = (models.PageStatsInput, models.PageStatsConfig, models.PageStats, failures.PageStatsFailure)
    definitions = models_json_schema([(model, "validation") for model in all_models])[1]["$defs"]
    definitions["PageStatsConfig"]["properties"]["user_agent"].pop("default")
    return format_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "page_stats",
            "description": "Written by `hatch run manifests` from three files in page_stats_core/page.",
            "$defs": {model.__name__: definitions[model.__name__] for model in all_models},
            "x-contract": beyond_the_schema(),
        }
    )


def beyond_the_schema() -> dict[str, Any]:
    """Return the contract's bounds, messages and lists, from which constants in TypeScript are generated."""
    user_agent = models.PageStatsConfig.model_fields["user_agent"].default
    return {
        "user_agent": user_agent.replace(VERSION, "{version}").replace(REPOSITORY, "{repository}"),
        "bounds": dify_manifests.bounds(),
        "bad_ports": sorted(tool.BAD_PORTS),
        "retryable_reasons": sorted(failures.RETRYABLE_REASONS),
        "retryable_statuses": sorted(failures.RETRYABLE_STATUSES),
        "adds": {code: list(fields) for code, fields in failures.ADDS.items()},
        "faults": {
            name: {"code": fault.code, "message": fault.message} | ({"reason": fault.reason} if fault.reason else {})
            for name, fault in failures.FAULTS.items()
        },
    }


def about() -> str:
    """Return the core's module with its version and the repository URL.

    The core cannot read them from package metadata, because its copy in the Dify package has no metadata.
    """
    return (
        '"""Version and repository, written by ``hatch run manifests`` from pyproject.toml and project.toml."""\n\n'
        f'VERSION = "{version()}"\nREPOSITORY = "{repository()}"\n'
    )


def about_ts() -> str:
    return (
        "/** Version and repository, written by `hatch run manifests` from pyproject.toml and project.toml. */\n"
        f"export const VERSION = '{version()}';\nexport const REPOSITORY = '{repository()}';\n"
    )


def contract_ts() -> str:
    """Return the contract's bounds, names and messages in TypeScript."""
    beyond = beyond_the_schema()
    lists = {
        "PARAMETERS": list(models.PageStatsInput.model_fields),
        "CONFIG_KEYS": list(models.PageStatsConfig.model_fields),
        "BAD_PORTS": beyond["bad_ports"],
        "RETRYABLE_REASONS": beyond["retryable_reasons"],
        "RETRYABLE_STATUSES": beyond["retryable_statuses"],
        "REASONS": list(get_args(failures.Reason)),
        "ADDS": beyond["adds"],
        "UNTRUSTED_TEXT": failures.UNTRUSTED_TEXT,
        "FAULTS": beyond["faults"],
        "PARAMETER_DESCRIPTIONS": {
            name: field.description for name, field in models.PageStatsInput.model_fields.items()
        },
    }
    constants = {name.upper(): value for name, value in beyond["bounds"].items()} | {
        "TOOL_NAME": json.dumps(tool.TOOL_NAME),
        "TOOL_TITLE": json.dumps(tool.TOOL_TITLE),
        "TOOL_DESCRIPTION": json.dumps(tool.TOOL_DESCRIPTION, ensure_ascii=False),
    }
    return (
        "/** The contract's constants, written by `hatch run manifests` from tool.py, failures.py and models.py. */\n"
        + "".join(f"export const {name} = {value};\n" for name, value in constants.items())
        + "".join(f"export const {name} = {literal(value)} as const;\n" for name, value in lists.items())
        + "export type FaultName = keyof typeof FAULTS;\n"
        + "export type ErrorCode = keyof typeof ADDS;\n"
        + "export type Reason = (typeof REASONS)[number];\n"
    )


def literal(value: Any) -> str:
    """Return *value* as a TypeScript literal; a list is wrapped at the maximum line length."""
    if not isinstance(value, list):
        return format_json(value).rstrip()
    items = textwrap.fill(", ".join(map(json.dumps, value)), 118, break_on_hyphens=False)
    return f"[\n{textwrap.indent(items, '  ')},\n]"


def version() -> str:
    text: str = tomllib.loads(read(f"{CORE}/pyproject.toml"))["project"]["version"]
    return text


def core_project() -> str:
    """Return the core's pyproject.toml with the repository URL of project.toml."""
    return with_lines(f"{CORE}/pyproject.toml", f'Repository = "{repository()}"')


def langchain_project() -> str:
    """Return the LangChain package's pyproject.toml with the version, the pin of the core, and the repository URL."""
    return with_lines(
        f"{LANGCHAIN}/pyproject.toml",
        f'Repository = "{repository()}"',
        f'version = "{version()}"',
        f'  "page-stats-core=={version()}",',
    )


def json_version() -> str:
    return f'  "version": "{version()}",'


def openclaw_package() -> str:
    """Return the OpenClaw package's package.json with the core's version and the repository URLs."""
    return with_lines(
        f"{OPENCLAW}/package.json",
        json_version(),
        f'  "homepage": "{repository()}/tree/main/{OPENCLAW}",',
        f'    "url": "git+{repository()}.git",',
    )


def langchain_listing() -> str:
    """Return the package's entry for LangChain's list of integrations, with the repository URL."""
    return with_lines(LANGCHAIN_LISTING, f"  docs_url: {repository()}/tree/main/{LANGCHAIN}")


def with_repository(name: str, start: str = "[repository]: ") -> Output:
    """Return a README in which every occurrence of the old repository URL is replaced by the URL of project.toml.

    The old URL is read from the line that begins with *start*.
    """

    def output() -> str:
        text = read(name)
        found = re.findall(rf"(?m)^{re.escape(start)}(\S+)$", text)
        if len(found) != 1:
            sys.exit(f"{name}: expected one line {start.strip()}…, found {len(found)}")
        return text.replace(found[0], repository())

    return output


def with_lines(name: str, *lines: str) -> str:
    """Return a file's text in which each of *lines* replaces the only line that begins with the same word."""
    text = read(name)
    for line in lines:
        word = re.match(r"\W*[\w-]+", line)
        assert word
        text, count = re.subn(rf"(?m)^{re.escape(word[0])}\b.*$", line.replace("\\", r"\\"), text)
        if count != 1:
            sys.exit(f"{name}: expected one line {word[0]}…, found {count}")
    return text


def repository() -> str:
    url: str = tomllib.loads(read("project.toml"))["repository"]
    return url


def tables(source: str, copy: str) -> dict[str, Output]:
    """Return a package's copies of the tables. Wheels need these copies, because sdists do not contain ``spec/``."""
    wanted = {path.name for path in (ROOT / source).glob("*.json")}
    present = {path.name for path in (ROOT / copy).glob("*.json")}
    return {
        f"{copy}/{name}": copy_of(f"{source}/{name}") if name in wanted else lambda: None
        for name in sorted(wanted | present)
    }


def copy_of(source: str) -> Output:
    """Return an output that copies *source*."""
    return lambda: read(source)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def difference(name: str, path: Path, text: str | None) -> str:
    """Return the first line in which the file *path* differs from *text*."""
    if text is None or not path.exists():
        return f"{name}: stale"
    lines = itertools.zip_longest(path.read_text("utf-8").splitlines(), text.splitlines(), fillvalue="")
    for number, (got, wanted) in enumerate(lines, 1):
        if got != wanted:
            return f"{name}:{number}: stale: {got.strip()[:SHOWN]!r} should be {wanted.strip()[:SHOWN]!r}"
    return f"{name}: stale: its line endings differ"


def write(path: Path, text: str | None) -> None:
    """Write *text* to *path*, or delete *path* if *text* is None."""
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Write every generated file.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; list stale files and fail if there are any"
    )
    check = parser.parse_args().check
    wanted = {ROOT / name: output() for name, output in outputs().items()}
    stale = {
        path: text for path, text in wanted.items() if text != (path.read_text("utf-8") if path.exists() else None)
    }
    for path, text in stale.items():
        name = path.relative_to(ROOT).as_posix()
        print(difference(name, path, text) if check else f"{name}: {'removed' if text is None else 'written'}")
        if not check:
            write(path, text)
    if check and stale:
        print("To write them: hatch run manifests")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
