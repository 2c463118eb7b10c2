"""The requests of one call: the URLs visited, and the cookies of each request (§5.4, §5.5, §5.20)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from page_stats_core.contract import PageStatsError, fail
from page_stats_core.page.fetch.cookies import Jar
from page_stats_core.page.parse.refresh import Refresh, read_refresh
from page_stats_core.page.tool import MAX_REDIRECTS
from page_stats_core.page.urls import Url, resolve_redirect, resolve_refresh


class Hops:
    """The current request and all earlier ones. ``cookies`` is the Cookie header of the current request."""

    def __init__(self, url: Url, now: Callable[[], float] = time.time) -> None:
        self.url = url
        self.cookies = ""
        self._now = now
        self._jar = Jar()
        self._visited = [(url.href, "")]

    def store(self, values: Iterable[str]) -> None:
        """Store the cookies that the response to the current request set; *values* are its Set-Cookie headers."""
        self._jar.store(self.url, values, self._now())

    def redirect(self, location: str) -> None:
        """Make the target of a redirect the current request; raise ``unreachable`` with reason ``redirect`` (§5.5)."""
        self._go(resolve_redirect(location, self.url))

    def refresh(self, header: str | None, found: Iterable[Refresh]) -> bool:
        """Make the target of a page's refresh the current request, if there is a refresh to follow (§5.23 to §5.25).

        *header* is the page's Refresh header; *found* has the refreshes in its markup. Return whether one is followed.
        """
        url = read_refresh(header or "")
        refreshes = found if url is None else (Refresh(url, None), *found)
        target = next(filter(None, map(self._unvisited, refreshes)), None)
        if target:
            self._go(target)
        return target is not None

    def _unvisited(self, refresh: Refresh) -> Url | None:
        try:
            target = resolve_refresh(refresh.url, refresh.base, self.url)
        except PageStatsError:
            return None
        return None if any(target.href == href for href, _ in self._visited) else target

    def _go(self, url: Url) -> None:
        self.url, self.cookies = url, self._jar.header(url, self._now())
        if (url.href, self.cookies) in self._visited:
            raise fail("redirect.loop")
        if len(self._visited) > MAX_REDIRECTS:
            raise fail("redirect.count")
        self._visited.append((url.href, self.cookies))
