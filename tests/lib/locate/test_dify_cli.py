"""Finding Dify's CLI, and downloading its pinned release."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from harness.ports import free_port
from lib.locate import dify_cli

PROGRAM = b"#!/bin/sh\n" + bytes(200_000)
SYSTEM = "linux-amd64"
WHY = f"DIFY_CLI is unset, dify was not found on the PATH, and release {dify_cli.VERSION} "

Offer = Callable[..., None]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide every installed CLI, and make downloads fail."""
    monkeypatch.delenv("DIFY_CLI", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(dify_cli, "RELEASE", f"http://127.0.0.1:{free_port()}/dify-plugin-")
    monkeypatch.setitem(dify_cli.SHA256, SYSTEM, hashlib.sha256(PROGRAM).hexdigest())


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Yield a function that defines which program a test server, which replaces GitHub, offers for download.

    The server announces a length that is *missing* bytes too large. It waits for *asked_by* requests, then responds to
    all of them.
    """
    offered: dict[str, bytes | int] = {}
    together: list[threading.Barrier] = []

    class Release(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            program, missing = offered[self.path], offered["missing"]
            assert isinstance(program, bytes)
            assert isinstance(missing, int)
            together[-1].wait(30)
            self.send_response(200)
            self.send_header("Content-Length", str(len(program) + missing))
            self.end_headers()
            self.wfile.write(program)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    def offering(program: bytes, missing: int = 0, asked_by: int = 1) -> None:
        offered.update({f"/dify-plugin-{SYSTEM}": program, "missing": missing})
        together.append(threading.Barrier(asked_by))

    with ThreadingHTTPServer(("127.0.0.1", 0), Release) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setattr(dify_cli, "RELEASE", f"http://127.0.0.1:{server.server_port}/dify-plugin-")
        yield offering
        server.shutdown()
        thread.join()


class TestFind:
    def test_given(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The program in DIFY_CLI is preferred to any other CLI."""
        program = tmp_path / "other"
        program.write_bytes(PROGRAM)
        program.chmod(0o755)
        monkeypatch.setenv("DIFY_CLI", str(program))
        assert dify_cli.find_cli() == (program, "")

    @pytest.mark.parametrize("name", ["nothing", "."])
    def test_given_and_not_there(self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is an error if DIFY_CLI is a missing file or a folder. No other CLI is used instead."""
        monkeypatch.setenv("DIFY_CLI", str(tmp_path / name))
        assert dify_cli.find_cli() == (None, f"DIFY_CLI must name a program, got {tmp_path / name}")

    def test_nowhere(self) -> None:
        """If no CLI is found, the reason lists every place that was searched."""
        path, why = dify_cli.find_cli()
        assert path is None
        assert why.startswith(WHY)


class TestDownloaded:
    def test_pinned(self, offer: Offer, tmp_path: Path) -> None:
        """The pinned program is downloaded once and kept as an executable."""
        offer(PROGRAM)
        path, why = dify_cli.downloaded(SYSTEM, tmp_path / "kept")
        assert path, why
        assert path.read_bytes() == PROGRAM
        assert os.access(path, os.X_OK)
        offer(b"")
        assert dify_cli.downloaded(SYSTEM, tmp_path / "kept") == (path, "")

    def test_damaged(self, offer: Offer, tmp_path: Path) -> None:
        """A cached file that differs from the pinned release is downloaded again."""
        (tmp_path / SYSTEM).write_bytes(PROGRAM[:-1])
        offer(PROGRAM)
        assert dify_cli.downloaded(SYSTEM, tmp_path) == (tmp_path / SYSTEM, "")
        assert (tmp_path / SYSTEM).read_bytes() == PROGRAM

    def test_another(self, offer: Offer, tmp_path: Path) -> None:
        """A download is discarded if its digest is not the pinned digest."""
        offer(b"#!/bin/rm\n")
        assert dify_cli.downloaded(SYSTEM, tmp_path / "kept") == (None, f"{WHY}does not match the pinned checksum")
        assert not (tmp_path / "kept").exists()

    def test_cut(self, offer: Offer, tmp_path: Path) -> None:
        """An incomplete download is discarded."""
        offer(PROGRAM[:-1000], missing=1000)
        path, why = dify_cli.downloaded(SYSTEM, tmp_path / "kept")
        assert (path, why.startswith(f"{WHY}could not be downloaded (IncompleteRead")) == (None, True)
        assert not (tmp_path / "kept").exists()

    def test_no_network(self, tmp_path: Path) -> None:
        """If the connection fails, the reason says that the download failed."""
        path, why = dify_cli.downloaded(SYSTEM, tmp_path)
        assert (path, why.startswith(f"{WHY}could not be downloaded (")) == (None, True)

    def test_nowhere_to_keep_it(self, offer: Offer, tmp_path: Path) -> None:
        """If the download cannot be saved, the reason names the folder."""
        (tmp_path / "file").touch()
        offer(PROGRAM)
        path, why = dify_cli.downloaded(SYSTEM, tmp_path / "file" / "kept")
        assert (path, why.startswith(f"{WHY}could not be saved in {tmp_path}")) == (None, True)

    def test_at_once(self, offer: Offer, tmp_path: Path) -> None:
        """Several concurrent downloads all return the complete program, and leave no other files behind."""
        offer(PROGRAM, asked_by=8)
        with ThreadPoolExecutor(8) as threads:
            found = set(threads.map(lambda _: dify_cli.downloaded(SYSTEM, tmp_path / "kept"), range(8)))
        assert found == {(tmp_path / "kept" / SYSTEM, "")}
        assert [path.read_bytes() for path in (tmp_path / "kept").iterdir()] == [PROGRAM]

    def test_unknown_system(self, tmp_path: Path) -> None:
        """Nothing is downloaded on a system for which no release is pinned."""
        assert dify_cli.downloaded("plan9-mips", tmp_path) == (None, f"{WHY}has no known build for plan9-mips")
