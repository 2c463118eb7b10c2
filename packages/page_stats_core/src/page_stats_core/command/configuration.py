"""The options that set the contract's configuration, alike in every command, and what is said of wrong ones."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from page_stats_core.contract import MAX_BYTES_DEFAULT, MAX_BYTES_MAX, PageStatsConfig, PageStatsError, config_from


def add_configuration(parser: argparse.ArgumentParser) -> None:
    """Give *parser* an option for each key of the configuration (§2)."""
    add = parser.add_argument
    add("--max-bytes", **number(MAX_BYTES_MAX, MAX_BYTES_DEFAULT, "decoded bytes of a page to read"))
    add("--user-agent", type=_setting("user_agent"), metavar="TEXT", help="User-Agent header of every request")
    add(
        "--allowed-host",
        dest="allowed_hosts",
        action="append",
        type=_setting("allowed_hosts"),
        metavar="ENTRY",
        help="host name, address or network (10.1.0.0/16) to allow even if it is private; repeatable",
    )
    add("--allow-private-network", action="store_true", help="allow private addresses for every host")
    add(
        "--proxy",
        type=_setting("proxy"),
        metavar="URL",
        help="proxy for every request: http://[user:password@]host:port",
    )


def configuration(given: argparse.Namespace) -> PageStatsConfig:
    """Return the configuration that the options of ``add_configuration`` make."""
    return config_from({key: getattr(given, key) for key in PageStatsConfig.model_fields})


def number(largest: int, default: int, text: str, metavar: str = "N") -> dict[str, Any]:
    """Return what makes an option one for a whole number from 1 to *largest*."""
    text = f"{text}: 1 to {largest:,}, default {default:,}"
    return {"type": _whole_number(largest), "default": default, "metavar": metavar, "help": text}


def _whole_number(largest: int) -> Callable[[str], int]:
    def check(text: str) -> int:
        if re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= largest:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {largest:,}, got {text!r}")

    return check


def _setting(key: str) -> Callable[[str], str]:
    """Check a text as the configuration key *key*, whose message gives the range; a proxy's password is not echoed."""

    def check(text: str) -> str:
        try:
            config_from({key: [text] if key == "allowed_hosts" else text})
        except PageStatsError as error:
            echo = "" if key == "proxy" else f", got {text!r}"
            raise argparse.ArgumentTypeError(error.failure.message.removesuffix(".") + echo) from None
        return text

    return check
