"""The configuration options, shared by all commands, and their validation."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from page_stats_core.contract import PageStatsConfig, PageStatsError, config_from


def make_parser(program: str, operands: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """Return the argument parser of a command. Its help shows *description* and *epilog* with their line breaks."""
    return argparse.ArgumentParser(
        prog=program,
        usage=f"{program} [OPTION ...]{operands}",
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def configuration(given: argparse.Namespace) -> PageStatsConfig:
    """Return the configuration from the command-line options that ``page.command.add_options`` adds."""
    return config_from({key: getattr(given, key) for key in PageStatsConfig.model_fields})


def number(largest: int, default: int, text: str, metavar: str = "N") -> dict[str, Any]:
    """Return the keyword arguments of ``add_argument`` for an option that takes a whole number from 1 to *largest*."""
    text = f"{text}: 1 to {largest:,}, default {default:,}"
    return {"type": _whole_number(largest), "default": default, "metavar": metavar, "help": text}


def _whole_number(largest: int) -> Callable[[str], int]:
    def check(text: str) -> int:
        if re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= largest:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {largest:,}, got {text!r}")

    return check


def setting(key: str, *, listed: bool = False, secret: bool = False) -> Callable[[str], str]:
    """Return a function that validates an option's text as a value of the configuration key *key*.

    Errors have the contract's message. If *listed*, the text is one entry of a list. If *secret*, errors omit the text.
    """

    def check(text: str) -> str:
        try:
            config_from({key: [text] if listed else text})
        except PageStatsError as error:
            echo = "" if secret else f", got {text!r}"
            raise argparse.ArgumentTypeError(error.failure.message.removesuffix(".") + echo) from None
        return text

    return check
