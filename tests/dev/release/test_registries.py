"""The registry stand-ins reject what the real registries reject."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.registries import Registries
from lib.repository import ROOT

PUBLISH = ROOT / "harness/actions/gh-action-pypi-publish/publish.py"
METADATA = "Metadata-Version: 2.4\nName: page-stats-core\nVersion: 1.0.0\n"
RELEASES = "/repos/rehearsal/page-stats/releases"

Upload = Callable[..., subprocess.CompletedProcess[str]]


def wheel(folder: Path, content: str) -> Path:
    """Create a wheel that contains *content*."""
    folder.mkdir()
    path = folder / "page_stats_core-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("page_stats_core.py", content)
        archive.writestr("page_stats_core-1.0.0.dist-info/METADATA", METADATA)
        archive.writestr("page_stats_core-1.0.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("page_stats_core-1.0.0.dist-info/RECORD", "")
    return path


@pytest.fixture
def upload(registries: Registries) -> Upload:
    """Return a function that uploads a file to PyPI from a job of the given environment."""

    def run(path: Path, environment: str = "pypi", token: str = "") -> subprocess.CompletedProcess[str]:
        variables = registries.places() | {
            "ACTIONS_ID_TOKEN_REQUEST_URL": f"{registries.github_url}/oidc/{environment}",
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": token or registries.github.identity.request_token,
        }
        command = [sys.executable, str(PUBLISH), str(path)]
        return subprocess.run(command, env=os.environ | variables, capture_output=True, encoding="utf-8", check=False)

    return run


class TestIndex:
    def test_trusted(self, upload: Upload, registries: Registries, tmp_path: Path) -> None:
        """A job of the trusted environment can upload, and the index serves the file."""
        path = wheel(tmp_path / "one", "one")
        assert upload(path).returncode == 0
        assert (registries.index.folder / path.name).read_bytes() == path.read_bytes()

    @pytest.mark.parametrize(("environment", "token"), [("clawhub", ""), ("pypi", "guessed")])
    def test_not_trusted(
        self, environment: str, token: str, upload: Upload, registries: Registries, tmp_path: Path
    ) -> None:
        """A job of another environment, or without GitHub's identity token, cannot upload."""
        assert upload(wheel(tmp_path / "one", "one"), environment, token).returncode == 1
        assert registries.index.uploads == 0

    @pytest.mark.parametrize("content", ["one", "another"])
    def test_no_second_upload(self, content: str, upload: Upload, registries: Registries, tmp_path: Path) -> None:
        """A file name can be uploaded to PyPI only once, even with the same contents."""
        first = wheel(tmp_path / "one", "one")
        upload(first)
        done = upload(wheel(tmp_path / "two", content))
        assert done.returncode == 1
        assert "Bad Request" in done.stdout + done.stderr
        assert (registries.index.folder / first.name).read_bytes() == first.read_bytes()

    def test_token_is_needed(self, registries: Registries, tmp_path: Path) -> None:
        """An upload without a token is rejected."""
        request = urllib.request.Request(f"{registries.index_url}/", data=b"", method="POST")
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request)
        with caught.value as answer:
            assert answer.code == 403


class TestGitHub:
    def ask(self, registries: Registries, method: str, path: str, content: Any = None, token: str = "") -> Any:
        """Send a request with a token and return the decoded response."""
        headers = {"Authorization": f"Bearer {token or registries.github.token}"}
        data = None if content is None else json.dumps(content).encode()
        url = f"{registries.github_url}{path}"
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
            return json.load(answer)

    def test_immutable(self, registries: Registries) -> None:
        """A published release accepts no more files."""
        draft = self.ask(registries, "POST", RELEASES, {"tag_name": "v1.0.0", "draft": True})
        self.ask(registries, "POST", f"/uploads/{draft['id']}/assets?name=a", "a")
        self.ask(registries, "PATCH", f"{RELEASES}/{draft['id']}", {"draft": False})
        with pytest.raises(urllib.error.HTTPError) as caught:
            self.ask(registries, "POST", f"/uploads/{draft['id']}/assets?name=b", "b")
        with caught.value as answer:
            assert answer.code == 422

    def test_drafts(self, registries: Registries) -> None:
        """A draft release has no tag and is hidden from other users."""
        self.ask(registries, "POST", RELEASES, {"tag_name": "v1.0.0", "draft": True})
        assert registries.github.tags == []
        assert self.ask(registries, "GET", RELEASES, token="stranger") == []
        assert len(self.ask(registries, "GET", RELEASES)) == 1
