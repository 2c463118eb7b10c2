"""The functions that hosts call. They check the arguments, do the work, and return the dict that §13 and §14 define."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from page_stats_core.arguments import Request, accept
from page_stats_core.contract import PageStats, PageStatsConfig, PageStatsError, config_from
from page_stats_core.page.work import arun, run

Config = PageStatsConfig | Mapping[str, object] | None

_DEFAULT = PageStatsConfig()


def page_stats_payload(arguments: object, config: Config = None) -> dict[str, Any]:
    """Return the contract's JSON-ready dict for any *arguments*: a success (§13) or a failure (§14).

    A *config* passed as a mapping is checked after the arguments (§2.2). Never raises ``PageStatsError``.
    """
    return answer(arguments, config, run)


async def apage_stats_payload(arguments: object, config: Config = None) -> dict[str, Any]:
    """Async version of ``page_stats_payload``. Cancelling it releases its resources immediately."""
    return await aanswer(arguments, config, arun)


def answer(arguments: object, config: Config, work: Callable[[Request, PageStatsConfig], PageStats]) -> dict[str, Any]:
    """Check *arguments* and *config*, call *work*, and return its result or failure as the contract's dict."""
    try:
        return work(accept(arguments), _configured(config)).model_dump(mode="json")
    except PageStatsError as error:
        return error.failure.payload()


async def aanswer(
    arguments: object, config: Config, work: Callable[[Request, PageStatsConfig], Awaitable[PageStats]]
) -> dict[str, Any]:
    """Async version of ``answer``."""
    try:
        return (await work(accept(arguments), _configured(config))).model_dump(mode="json")
    except PageStatsError as error:
        return error.failure.payload()


def _configured(config: Config) -> PageStatsConfig:
    if config is None:
        return _DEFAULT
    return config if isinstance(config, PageStatsConfig) else config_from(config)
