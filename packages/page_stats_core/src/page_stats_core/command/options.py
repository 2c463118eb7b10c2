"""The command's options: names, bounds, help and errors."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from page_stats_core.about import VERSION
from page_stats_core.command.configuration import configuration, make_parser, number
from page_stats_core.command.errors import CommandError
from page_stats_core.contract import PageStatsConfig
from page_stats_core.declarations import TIMEOUT_DEFAULT, TIMEOUT_MAX
from page_stats_core.page.command import (
    CONCURRENCY,
    DESCRIPTION,
    EPILOG,
    METAVAR,
    OPERAND,
    TIMEOUT,
    WORD,
    add_options,
    meant,
)

CONCURRENCY_DEFAULT: Final = 8
CONCURRENCY_MAX: Final = 64
FORMATS: Final = ("table", "json", "jsonl")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one run.

    ``subjects`` are the inputs on the command line, and ``lists`` are the paths of files with one subject per line.
    ``-`` in either means standard input.
    """

    subjects: tuple[str, ...]
    lists: tuple[str, ...]
    format: str | None
    timeout_seconds: int
    concurrency: int
    config: PageStatsConfig


def is_word(argument: str) -> bool:
    """Return whether *argument* is neither a subject nor an option; such words are reserved for subcommands."""
    return WORD.fullmatch(argument) is not None


def refuse_word(word: str) -> NoReturn:
    """Raise ``CommandError`` for the unknown subcommand *word*."""
    raise CommandError(f"unknown command {word!r}; {meant(word)}")


def read_options(arguments: Sequence[str]) -> Options:
    """Return the options; if *arguments* are invalid, print a message and exit with status 2, as argparse does."""
    # Split at "--" here, because parse_intermixed_args ignores "--".
    end = arguments.index("--") if "--" in arguments else len(arguments)
    given = _parser().parse_intermixed_args(arguments[:end])
    return Options(
        subjects=(*given.subjects, *arguments[end + 1 :]),
        lists=tuple(given.lists),
        format=given.format,
        timeout_seconds=given.timeout,
        concurrency=given.concurrency,
        config=configuration(given),
    )


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("page-stats", f" [{METAVAR} ... | -]", DESCRIPTION, EPILOG)
    add = parser.add_argument
    add("subjects", nargs="*", metavar=METAVAR, help=f"{OPERAND}; - reads {METAVAR}s from standard input")
    add(
        "--from",
        dest="lists",
        action="append",
        default=[],
        metavar="FILE",
        help=f"read {METAVAR}s from FILE; repeatable",
    )
    add("--format", choices=FORMATS, help="json is one array, jsonl is one object per line")
    add("--timeout", **number(TIMEOUT_MAX, TIMEOUT_DEFAULT, TIMEOUT, "SECONDS"))
    add(
        "--concurrency",
        **number(CONCURRENCY_MAX, CONCURRENCY_DEFAULT, CONCURRENCY),
    )
    add_options(parser)
    add("--version", action="version", version=f"page-stats {VERSION}", help="show the version and exit")
    return parser
