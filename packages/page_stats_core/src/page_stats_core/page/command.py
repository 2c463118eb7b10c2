"""The texts, options and table columns of the command that are specific to pages."""

from __future__ import annotations

import argparse
import re
from typing import Final

import ada_url

from page_stats_core.command.columns import Column
from page_stats_core.command.configuration import number, setting
from page_stats_core.page.tool import MAX_BYTES_DEFAULT, MAX_BYTES_MAX, URL_MAX
from page_stats_core.page.urls import redact

# The positional argument: its placeholder and description in the help, and its maximum length.
METAVAR: Final = "URL"
OPERAND: Final = "URL of a page"
SUBJECT_MAX: Final = URL_MAX
# A first argument that matches this pattern is reported as an unknown subcommand, because it is not a URL.
WORD: Final = re.compile(r"[^-:/][^:/]*")

# The maximum number of simultaneous calls for one host.
GROUP_MAX: Final = 2
TIMEOUT: Final = "seconds for each page, including redirects"
CONCURRENCY: Final = f"pages fetched at once, at most {GROUP_MAX} per host"

# argparse prints these two texts as they are, without wrapping lines. This preserves the layout of the examples.
DESCRIPTION: Final = "Print the titles and word counts of web pages."
EPILOG: Final = """\
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

COLUMNS: Final = (
    Column("STATUS", lambda payload: str(payload["status"]), width=6, is_good=True),
    Column(
        "WORDS", lambda payload: f"{payload['word_count']:,}{'+' if payload['truncated'] else ''}", width=10, right=True
    ),
    Column("IN LINKS", lambda payload: f"{payload['link_word_count']:,}", width=8, right=True),
    Column("TITLE", lambda payload: payload["title"] or "-"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add an option to *parser* for each configuration key (§2)."""
    add = parser.add_argument
    add("--max-bytes", **number(MAX_BYTES_MAX, MAX_BYTES_DEFAULT, "decoded bytes of a page to read"))
    add("--user-agent", type=setting("user_agent"), metavar="TEXT", help="User-Agent header of every request")
    add(
        "--allowed-host",
        dest="allowed_hosts",
        action="append",
        type=setting("allowed_hosts", listed=True),
        metavar="ENTRY",
        help="host name, address or network (10.1.0.0/16) to allow even if it is private; repeatable",
    )
    add("--allow-private-network", action="store_true", help="allow private addresses for every host")
    add(
        "--proxy",
        type=setting("proxy", secret=True),
        metavar="URL",
        help="proxy for every request: http://[user:password@]host:port",
    )


def meant(word: str) -> str:
    """Return a hint for an unknown subcommand *word*: the URL to write if *word* was meant as a host name."""
    url = f"https://{word}"
    return f"for a page, write {url!r}"


def group_of(url: str) -> str:
    """Return the host of *url*, or an empty string if the URL is invalid. ``GROUP_MAX`` limits the calls per host."""
    try:
        return ada_url.URL(url).hostname
    except ValueError:
        return ""  # the call will reject it


def without_secrets(url: str) -> str:
    """Return *url* with its user information redacted."""
    return redact(url)
