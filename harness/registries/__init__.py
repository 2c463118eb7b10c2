"""The places that a release publishes to, on loopback: PyPI, ClawHub and GitHub, as far as a release meets them.

Each is a WSGI application that keeps what it was given in a folder, trusts whom the real one trusts, and refuses what
the real one refuses. ``Registries`` runs all three.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from harness.registries.clawhub import ClawHub
from harness.registries.github import GitHub
from harness.registries.index import Index
from harness.registries.serving import serving

__all__ = ["ClawHub", "GitHub", "Index", "Registries"]


class Registries(ExitStack):
    """All of them, running from here to ``close``, each with a folder in *folder*.

    *repository* is ``owner/name``; projects that the index does not hold are looked up at *fallback*, if there is one.
    """

    def __init__(self, folder: Path, repository: str, fallback: str = "") -> None:
        super().__init__()
        self.github = GitHub(folder / "github", repository)
        self.github_url = self._serve(self.github)
        self.index = Index(folder / "index", self.github.identity, fallback)
        self.index_url = self._serve(self.index)
        self.clawhub = ClawHub(folder / "clawhub", self.github.identity)
        self.clawhub_url = self._serve(self.clawhub)

    def _serve(self, application: GitHub | Index | ClawHub) -> str:
        return self.enter_context(serving(application))

    def places(self) -> dict[str, str]:
        """Return the environment variables by which the steps of a release are told where these are."""
        return {
            "CLAWHUB_REGISTRY": self.clawhub_url,
            "GITHUB_API_URL": self.github_url,
            "PYPI_INDEX": f"{self.index_url}/simple",
        }
