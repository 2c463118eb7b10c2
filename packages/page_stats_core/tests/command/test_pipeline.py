"""The order of the pipeline's results, its limits, and how a run ends. No test depends on real time."""

import asyncio
from collections.abc import AsyncIterator, Iterable

import pytest
from page_stats_core.command.pipeline import WINDOW, run
from page_stats_core.page.command import GROUP_MAX

URLS = [f"https://host{number}.example/" for number in range(20)]


async def each(urls: Iterable[str]) -> AsyncIterator[str]:
    """Yield *urls*."""
    for url in urls:
        yield url


async def settle() -> None:
    """Run the event loop until every task waits."""
    for _ in range(200):
        await asyncio.sleep(0)


class Server:
    """A fake server. Its ``fetch`` records each call and waits until ``answer`` is called."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.running: set[str] = set()
        self.cancelled: set[str] = set()
        self._answers: dict[str, asyncio.Event] = {}

    async def fetch(self, url: str) -> dict[str, object]:
        """Wait until ``answer`` is called with *url*, then return a result."""
        self.asked.append(url)
        self.running.add(url)
        try:
            await self._answers.setdefault(url, asyncio.Event()).wait()
        except asyncio.CancelledError:
            self.cancelled.add(url)
            raise
        finally:
            self.running.discard(url)
        return {"ok": True, "of": url}

    def answer(self, *urls: str) -> None:
        """Let the calls of ``fetch`` for *urls* return, including calls that are made later."""
        for url in urls:
            self._answers.setdefault(url, asyncio.Event()).set()


class Shown:
    """A fake ``show`` callback that records the URLs of the results."""

    def __init__(self) -> None:
        self.urls: list[str] = []

    def __call__(self, url: str, payload: dict[str, object]) -> asyncio.Future[None]:
        """Record *url* and return a finished future."""
        assert payload["of"] == url
        self.urls.append(url)
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


def never(_url: str, _payload: object) -> asyncio.Future[None]:
    """Return a future that never finishes."""
    return asyncio.get_running_loop().create_future()


async def cancel(task: asyncio.Task[None]) -> None:
    """Cancel *task*, which must be running."""
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


class TestOrder:
    def test_input_order_whatever_is_done_first(self):
        """Results are in the order of the URLs, even if the fetches finish in reverse order."""

        async def scene() -> None:
            server, shown = Server(), Shown()
            task = asyncio.create_task(run(each(URLS[:4]), server.fetch, shown, 4))
            for url in reversed(URLS[:4]):
                await settle()
                assert shown.urls == []
                server.answer(url)
            await task
            assert shown.urls == URLS[:4]

        asyncio.run(scene())

    def test_as_soon_as_it_and_all_before_it_are_done(self):
        """A result is shown without waiting for later results or for the rest of the list."""

        async def then_silence() -> AsyncIterator[str]:
            yield URLS[0]
            yield URLS[1]
            await asyncio.Event().wait()

        async def scene() -> None:
            server, shown = Server(), Shown()
            task = asyncio.create_task(run(then_silence(), server.fetch, shown, 4))
            server.answer(URLS[0])
            await settle()
            assert shown.urls == URLS[:1]
            await cancel(task)

        asyncio.run(scene())

    def test_same_url_twice(self):
        """A URL that occurs twice in the list gets two results."""

        async def scene() -> None:
            server, shown = Server(), Shown()
            server.answer(URLS[0])
            await run(each([URLS[0], URLS[0]]), server.fetch, shown, 4)
            assert shown.urls == [URLS[0], URLS[0]]

        asyncio.run(scene())

    def test_no_urls(self):
        """An empty list ends at once and shows nothing."""

        async def scene() -> None:
            shown = Shown()
            await run(each([]), Server().fetch, shown, 4)
            assert shown.urls == []

        asyncio.run(scene())


class TestBounds:
    @pytest.mark.parametrize("concurrency", [1, 3, 8])
    def test_endless_list(self, concurrency):
        """At most WINDOW * concurrency URLs of an endless list are read ahead of the shown results."""
        taken = 0

        async def endless() -> AsyncIterator[str]:
            nonlocal taken
            while True:
                taken += 1
                yield f"https://host{taken}.example/"

        async def scene() -> None:
            server, shown = Server(), Shown()
            task = asyncio.create_task(run(endless(), server.fetch, shown, concurrency))
            server.answer(*(f"https://host{number}.example/" for number in range(2, 1000)))
            await settle()
            assert taken == WINDOW * concurrency
            assert shown.urls == []
            server.answer("https://host1.example/", "https://host1000.example/")
            while len(shown.urls) < 900:
                await asyncio.sleep(0)
                assert taken - len(shown.urls) <= WINDOW * concurrency
            await cancel(task)

        asyncio.run(scene())

    def test_slow_reader(self):
        """While results cannot be written, at most WINDOW * concurrency pages are fetched."""

        async def scene() -> None:
            server = Server()
            server.answer(*URLS)
            task = asyncio.create_task(run(each(URLS), server.fetch, never, 2))
            await settle()
            assert len(server.asked) == WINDOW * 2
            await cancel(task)

        asyncio.run(scene())

    def test_at_once(self):
        """At most *concurrency* pages are fetched at once."""

        async def scene() -> None:
            server = Server()
            task = asyncio.create_task(run(each(URLS), server.fetch, Shown(), 5))
            await settle()
            assert server.running == set(URLS[:5])
            server.answer(URLS[3])
            await settle()
            assert server.running == {*URLS[:3], URLS[4], URLS[5]}
            await cancel(task)

        asyncio.run(scene())

    @pytest.mark.parametrize(
        "urls",
        [
            ["https://a.example/1", "http://a.example/2", "https://A.example:8443/3", "https://a.example/4"],
            ["http://[::1]/1", "http://[0::1]/2", "http://[::1]:81/3"],
        ],
    )
    def test_one_host(self, urls):
        """At most two pages per host are fetched at once, and all ports and spellings of a host count together."""

        async def scene() -> None:
            server = Server()
            task = asyncio.create_task(run(each(urls), server.fetch, Shown(), 8))
            await settle()
            assert server.asked == urls[:GROUP_MAX]
            server.answer(urls[0])
            await settle()
            assert server.asked == urls[: GROUP_MAX + 1]
            await cancel(task)

        asyncio.run(scene())

    def test_busy_host_holds_up_nobody(self):
        """Pages that wait because their host is busy do not delay pages of other hosts."""
        busy = [f"https://busy.example/{number}" for number in range(6)]

        async def scene() -> None:
            server = Server()
            task = asyncio.create_task(run(each([*busy, *URLS[:2]]), server.fetch, Shown(), 4))
            await settle()
            assert server.running == {*busy[:GROUP_MAX], *URLS[:2]}
            await cancel(task)

        asyncio.run(scene())


class TestEnd:
    def test_cancelled(self):
        """A cancelled run shows the results that are finished, in order, and cancels the other fetches."""

        async def scene() -> None:
            server, shown = Server(), Shown()
            task = asyncio.create_task(run(each(URLS[:5]), server.fetch, shown, 5))
            server.answer(URLS[0], URLS[2], URLS[4])
            await settle()
            assert shown.urls == [URLS[0]]
            await cancel(task)
            assert shown.urls == [URLS[0], URLS[2], URLS[4]]
            assert server.cancelled == {URLS[1], URLS[3]}

        asyncio.run(scene())

    def test_cancelled_while_showing(self):
        """A result that is being shown when the run is cancelled is not shown again."""
        calls: list[str] = []

        def show(url: str, payload: object) -> asyncio.Future[None]:
            calls.append(url)
            return never(url, payload)

        async def scene() -> None:
            server = Server()
            server.answer(*URLS[:2])
            task = asyncio.create_task(run(each(URLS[:2]), server.fetch, show, 2))
            await settle()
            await cancel(task)
            assert calls == URLS[:2]

        asyncio.run(scene())

    def test_nobody_reads(self):
        """If a result cannot be shown, the error is raised and all fetches are cancelled."""

        def broken(*_: object) -> None:
            raise BrokenPipeError

        async def scene() -> None:
            server = Server()
            server.answer(URLS[0])
            with pytest.raises(BrokenPipeError):
                await run(each(URLS), server.fetch, broken, 3)
            assert server.running == set()

        asyncio.run(scene())

    def test_unreadable_list(self):
        """An error in reading the list is raised after the results of all earlier URLs have been shown."""

        async def torn() -> AsyncIterator[str]:
            yield URLS[0]
            raise OSError("torn")

        async def scene() -> None:
            server, shown = Server(), Shown()
            server.answer(URLS[0])
            with pytest.raises(OSError, match="torn"):
                await run(torn(), server.fetch, shown, 3)
            assert shown.urls == URLS[:1]

        asyncio.run(scene())
