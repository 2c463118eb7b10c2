"""The command's options: names, bounds, help and errors."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from page_stats_core.about import VERSION
from page_stats_core.command.configuration import add_configuration, configuration, make_parser, number
from page_stats_core.command.errors import CommandError
from page_stats_core.command.run import PER_HOST
from page_stats_core.contract import TIMEOUT_DEFAULT, TIMEOUT_MAX, PageStatsConfig

CONCURRENCY_DEFAULT: Final = 8
CONCURRENCY_MAX: Final = 64
FORMATS: Final = ("table", "json", "jsonl")

_WORD = re.compile(r"[^-:/][^:/]*")

# argparse does not wrap these, which preserves the layout of the examples.
_DESCRIPTION = "Tell the titles of web pages, and how many words each shows."
_EPILOG = """\
URLs are answered in the order given, those of --from last; standard input is
read when no URL is given. A list holds one URL a line; blank lines and lines
that begin with # are skipped. A terminal is given a table, all else JSON lines.

examples:
  page-stats https://example.com/ https://example.org/
  page-stats --from urls.txt --format json > pages.json
  tail -f urls.txt | page-stats - | jq --unbuffered 'select(.ok) | .title'
  page-stats --allowed-host wiki.corp --allowed-host 10.1.2.3 http://wiki.corp/
  page-stats mcp                      the tool for MCP hosts: page-stats mcp --help

exit status:
  0  every page was answered
  1  some pages could not be had; the output says why
  2  wrong usage, or input or output that cannot be read or written
  130, 143, 141  ended by an interrupt, by SIGTERM, by a closed pipe
"""


@dataclass(frozen=True, slots=True)
class Options:
    """The parsed options. ``urls`` and ``lists`` may contain ``-`` for standard input."""

    urls: tuple[str, ...]
    lists: tuple[str, ...]
    format: str | None
    timeout_seconds: int
    concurrency: int
    config: PageStatsConfig


def is_word(argument: str) -> bool:
    """Return whether *argument* is neither a URL nor an option; such words are reserved for subcommands."""
    return _WORD.fullmatch(argument) is not None


def refuse_word(word: str) -> NoReturn:
    """Raise ``CommandError`` for the unknown subcommand *word*."""
    url = f"https://{word}"
    raise CommandError(f"{word!r} is no command; if a page is meant, write {url!r}")


def parse(arguments: Sequence[str]) -> Options:
    """Parse *arguments*; if they are invalid, print a message and exit with status 2, as argparse does."""
    # Split here because parse_intermixed_args ignores "--".
    end = arguments.index("--") if "--" in arguments else len(arguments)
    given = _parser().parse_intermixed_args(arguments[:end])
    return Options(
        urls=(*given.urls, *arguments[end + 1 :]),
        lists=tuple(given.lists),
        format=given.format,
        timeout_seconds=given.timeout,
        concurrency=given.concurrency,
        config=configuration(given),
    )


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("page-stats", " [URL ... | -]", _DESCRIPTION, _EPILOG)
    add = parser.add_argument
    add("urls", nargs="*", metavar="URL", help="page to look at; - reads URLs from standard input")
    add("--from", dest="lists", action="append", default=[], metavar="FILE", help="read URLs from FILE; repeatable")
    add("--format", choices=FORMATS, help="json is one array, jsonl one object a line")
    add("--timeout", **number(TIMEOUT_MAX, TIMEOUT_DEFAULT, "seconds for each page, redirects included", "SECONDS"))
    add(
        "--concurrency",
        **number(CONCURRENCY_MAX, CONCURRENCY_DEFAULT, f"pages fetched at once, {PER_HOST} of one host"),
    )
    add_configuration(parser)
    add("--version", action="version", version=f"page-stats {VERSION}", help="show the version and exit")
    return parser
