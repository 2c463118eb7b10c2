"""The options of the command: their names, bounds and help, and what is said of wrong ones."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from page_stats_core.about import VERSION
from page_stats_core.command.configuration import add_configuration, configuration, number
from page_stats_core.command.errors import CommandError
from page_stats_core.command.run import PER_HOST
from page_stats_core.contract import TIMEOUT_DEFAULT, TIMEOUT_MAX, PageStatsConfig

CONCURRENCY_DEFAULT: Final = 8
CONCURRENCY_MAX: Final = 64
FORMATS: Final = ("table", "json", "jsonl")

_WORD = re.compile(r"[^-:/][^:/]*")

# argparse wraps neither, so that the examples stay as they are.
_DESCRIPTION = "Print the titles and word counts of web pages."
_EPILOG = """\
Results come in the order of the URLs; those of --from come last. Standard input
is read if no URL is given. A list has one URL per line; blank lines and lines
that start with # are skipped. The default format is a table on a terminal and
JSON lines elsewhere.

examples:
  page-stats https://example.com/ https://example.org/
  page-stats --from urls.txt --format json > pages.json
  tail -f urls.txt | page-stats - | jq --unbuffered 'select(.ok) | .title'
  page-stats --allowed-host wiki.corp --allowed-host 10.1.2.3 http://wiki.corp/
  page-stats mcp                      serve MCP hosts: see page-stats mcp --help

exit status:
  0  every page was measured
  1  some pages failed; the output says why
  2  wrong usage, or input could not be read or output could not be written
  130, 143, 141  stopped by an interrupt, by SIGTERM, by a closed pipe
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command was asked to do. ``urls`` and ``lists`` may hold ``-``, standard input."""

    urls: tuple[str, ...]
    lists: tuple[str, ...]
    format: str | None
    timeout_seconds: int
    concurrency: int
    config: PageStatsConfig


def is_word(argument: str) -> bool:
    """Return whether a first argument is neither URL nor option: such words are for subcommands, as ``mcp`` is one."""
    return _WORD.fullmatch(argument) is not None


def refuse_word(word: str) -> NoReturn:
    """Say that *word* is no subcommand."""
    url = f"https://{word}"
    raise CommandError(f"unknown command {word!r}; for a page, write {url!r}")


def parse(arguments: Sequence[str]) -> Options:
    """Return the options that *arguments* give, else end the process with status 2 and a message (argparse's way)."""
    # Not left to argparse, which forgets about "--" when options may stand between URLs.
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
    parser = argparse.ArgumentParser(
        prog="page-stats",
        usage="page-stats [OPTION ...] [URL ... | -]",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("urls", nargs="*", metavar="URL", help="URL of a page; - reads URLs from standard input")
    add("--from", dest="lists", action="append", default=[], metavar="FILE", help="read URLs from FILE; repeatable")
    add("--format", choices=FORMATS, help="json is one array, jsonl is one object per line")
    add("--timeout", **number(TIMEOUT_MAX, TIMEOUT_DEFAULT, "seconds for each page, including redirects", "SECONDS"))
    add(
        "--concurrency",
        **number(CONCURRENCY_MAX, CONCURRENCY_DEFAULT, f"pages fetched at once, at most {PER_HOST} per host"),
    )
    add_configuration(parser)
    add("--version", action="version", version=f"page-stats {VERSION}", help="show the version and exit")
    return parser
