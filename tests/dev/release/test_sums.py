"""The lists that a release contains: an SBOM for each package, and the digests of all files."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from dev.release import sums
from lib import artefacts
from lib.repository import ROOT
from lib.versions import stated


class TestRefused:
    @pytest.fixture
    def whole(self, tmp_path: Path) -> Path:
        """Return a folder with all files of a signed version."""
        for name in (*artefacts.names("1.0.0"), *artefacts.signed("1.0.0")):
            (tmp_path / name).write_text(name)
        return tmp_path

    @pytest.mark.parametrize("made", [(), ("SHA256SUMS", "page_stats-1.0.0.cdx.json")])
    def test_whole(self, made: tuple[str, ...], whole: Path) -> None:
        """A complete folder is accepted, whether or not it contains lists from an earlier run."""
        for name in made:
            (whole / name).write_text("")
        sums.check_dist(whole, "1.0.0")

    @pytest.mark.parametrize("name", ["openclaw-page-stats-1.0.0.tgz", "page_stats-1.0.0.signed.difypkg"])
    def test_missing(self, name: str, whole: Path) -> None:
        """The error names a missing file, even if only the signed Dify package is missing."""
        (whole / name).unlink()
        with pytest.raises(SystemExit, match=rf"^missing files: {re.escape(name)};"):
            sums.check_dist(whole, "1.0.0")

    @pytest.mark.parametrize("name", ["notes.txt", "page_stats-0.9.0.cdx.json", "page_stats_core-1.0.0.whl"])
    def test_unknown(self, name: str, whole: Path) -> None:
        """The error names an unexpected file, because it would otherwise be released."""
        (whole / name).write_text("")
        with pytest.raises(SystemExit, match=rf"^unexpected files: {re.escape(name)}; .* 1\.0\.0$"):
            sums.check_dist(whole, "1.0.0")


class TestSums:
    def test_sums(self, tmp_path: Path) -> None:
        """Every file except SHA256SUMS is listed, in the format of ``sha256sum``."""
        for name in ("b", "a", "SHA256SUMS"):
            (tmp_path / name).write_text(name)
        text = sums.sums(tmp_path)
        assert [line.split("  ")[1] for line in text.splitlines()] == ["a", "b"]
        (tmp_path / "SHA256SUMS").write_text(text)
        subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)


class TestWrite:
    def test_time(self, tmp_path: Path) -> None:
        """An SBOM is written without timestamp and serial number, which would differ in each run."""
        made = {"serialNumber": "urn:uuid:1", "metadata": {"timestamp": "2026-11-30T00:00:00Z", "tools": []}}
        sums.write(tmp_path, "tides", "1.0.0", json.dumps(made))
        assert json.loads((tmp_path / "tides-1.0.0.cdx.json").read_text("utf-8")) == {"metadata": {"tools": []}}


@pytest.mark.slow
class TestSboms:
    def test_python(self, built: Path, tree: Path) -> None:
        """The SBOM of a Python package describes the package and lists its requirements with pinned versions."""
        version = stated(tree)
        sbom = json.loads(sums.python_sbom(built, "page_stats_core", version))
        about = sbom["metadata"]["component"]
        assert (about["name"], about["version"]) == ("page-stats-core", version)
        project = tomllib.loads((tree / "packages/page_stats_core/pyproject.toml").read_text("utf-8"))["project"]
        named = {each["name"]: each["version"] for each in sbom["components"]}
        assert {Requirement(each).name for each in project["dependencies"]} <= named.keys()
        pinned = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        assert {f"{name}=={named[name]}" for name in ("certifi", "h11", "pydantic")} <= {*pinned}

    def test_dify(self, built: Path, tree: Path) -> None:
        """The Dify SBOM lists exactly the package's requirements and contains no local path."""
        text = sums.dify_sbom(built, stated(tree))
        sbom = json.loads(text)
        lines = (tree / "packages/dify_page_stats/requirements.txt").read_text("utf-8").splitlines()
        assert {each["name"] for each in sbom["components"]} == {line.partition("==")[0] for line in lines}
        assert sbom["metadata"]["component"]["name"] == "page_stats"
        assert "/tmp/" not in text
