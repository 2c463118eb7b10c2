"""Stand-ins for PyPI, ClawHub and GitHub, which run on localhost and have only the functions that a release uses.

Each is a WSGI application that stores uploads in a folder and accepts and rejects the same requests as the real
registry. ``Registries`` runs all three.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from harness.registries.clawhub import ClawHub
from harness.registries.github import GitHub
from harness.registries.index import Index
from harness.registries.serving import Serving

__all__ = ["ClawHub", "GitHub", "Index", "Registries"]


class Registries:
    """Runs the stand-ins, each with its own folder in *folder*, until ``close``.

    *repository* is ``owner/name``; *fallback* is a package index for projects that the stand-in for PyPI does not have.
    """

    def __init__(self, folder: Path, repository: str, fallback: str = "") -> None:
        self._running = ExitStack()
        self.github = GitHub(folder / "github", repository)
        self.github_url = self._serve(self.github)
        self.index = Index(folder / "index", self.github.identity, fallback)
        self.index_url = self._serve(self.index)
        self.clawhub = ClawHub(folder / "clawhub", self.github.identity)
        self.clawhub_url = self._serve(self.clawhub)

    def _serve(self, application: GitHub | Index | ClawHub) -> str:
        return self._running.enter_context(Serving(application)).url

    def places(self) -> dict[str, str]:
        """Return the environment variables that make the release steps use the stand-ins."""
        return {
            "CLAWHUB_REGISTRY": self.clawhub_url,
            "GITHUB_API_URL": self.github_url,
            "PYPI_INDEX": f"{self.index_url}/simple",
        }

    def close(self) -> None:
        self._running.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
