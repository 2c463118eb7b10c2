"""The configuration options, shared by all commands, and their validation."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from page_stats_core.contract import MAX_BYTES_DEFAULT, MAX_BYTES_MAX, PageStatsConfig, PageStatsError, config_from


def make_parser(program: str, operands: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """Return the parser of a command; it prints *description* and *epilog* as they are."""
    return argparse.ArgumentParser(
        prog=program,
        usage=f"{program} [OPTION ...]{operands}",
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def add_configuration(parser: argparse.ArgumentParser) -> None:
    """Add an option to *parser* for each configuration key (§2)."""
    add = parser.add_argument
    add("--max-bytes", **number(MAX_BYTES_MAX, MAX_BYTES_DEFAULT, "decoded bytes of a page that are looked at"))
    add("--user-agent", type=_setting("user_agent"), metavar="TEXT", help="User-Agent field of every request")
    add(
        "--allowed-host",
        dest="allowed_hosts",
        action="append",
        type=_setting("allowed_hosts"),
        metavar="ENTRY",
        help="host name, address or network (10.1.0.0/16) to permit although private; repeatable",
    )
    add("--allow-private-network", action="store_true", help="permit private addresses for every host")
    add(
        "--proxy",
        type=_setting("proxy"),
        metavar="URL",
        help="http://[user:password@]host:port; used for every request",
    )


def configuration(given: argparse.Namespace) -> PageStatsConfig:
    """Return the configuration from the options that ``add_configuration`` added."""
    return config_from({key: getattr(given, key) for key in PageStatsConfig.model_fields})


def number(largest: int, default: int, text: str, metavar: str = "N") -> dict[str, Any]:
    """Return the arguments of an option that takes a whole number from 1 to *largest*."""
    text = f"{text}: 1 to {largest:,}, default {default:,}"
    return {"type": _whole_number(largest), "default": default, "metavar": metavar, "help": text}


def _whole_number(largest: int) -> Callable[[str], int]:
    def check(text: str) -> int:
        if re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= largest:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {largest:,}.")

    return check


def _setting(key: str) -> Callable[[str], str]:
    """Return a check of the configuration key *key*, with the contract's message; a proxy's password is not echoed."""

    def check(text: str) -> str:
        try:
            config_from({key: [text] if key == "allowed_hosts" else text})
        except PageStatsError as error:
            echo = "" if key == "proxy" else f"{text!r}: "
            raise argparse.ArgumentTypeError(echo + error.failure.message) from None
        return text

    return check
