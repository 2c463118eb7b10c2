"""The LangChain package, installed from a package index."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.distributions import Distribution, Install, Run
from harness.documents import example
from harness.servers.pages import Pages
from lib.hatch_env import python_path


@pytest.fixture(scope="module")
def scripts(index: str, install: Install) -> Path:
    """Install the package, LangChain and a Markdown parser into a fresh environment, and return its bin folder."""
    return install("--extra-index-url", index, "langchain-page-stats", "langchain", "markdown-it-py")


def test_contents(langchain: Distribution) -> None:
    """The wheel contains py.typed. Another check, `release:inspect`, finds unexpected files."""
    assert "langchain_page_stats/py.typed" in langchain.wheel_names


def test_metadata(core: Distribution, langchain: Distribution) -> None:
    """The package requires langchain-core and its own version of the core. The other metadata is correct."""
    metadata = langchain.metadata
    assert set(metadata.get_all("Requires-Dist", [])) == {
        "langchain-core<2,>=1.2.22",
        f"page-stats-core=={core.version}",
    }
    assert (metadata["Name"], metadata["Version"]) == ("langchain-page-stats", core.version)
    assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.11")


class TestInstalled:
    def test_what_was_installed(self, core: Distribution, langchain: Distribution, scripts: Path, run: Run) -> None:
        """Both our packages are installed in the version built here, and all dependencies are compatible."""
        installed = run(scripts / "python", "-m", "pip", "freeze").splitlines()
        assert {f"page-stats-core=={core.version}", f"langchain-page-stats=={langchain.version}"} <= set(installed)
        assert run(scripts / "python", "-m", "pip", "check") == "No broken requirements found.\n"

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux provides 127.0.0.2 by default")
    def test_readme(self, scripts: Path, run: Run) -> None:
        """The README's code blocks run with the installed package and print the output that the README shows."""
        pages = Pages("127.0.0.2")
        page = pages.put(example.PATH, example.BODY, "text/html")
        run(scripts / "python", "-m", "harness.hosts.langchain.readme", page, **python_path())
        pages.close()
