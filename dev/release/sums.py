"""Write SBOMs and ``SHA256SUMS`` for the signed release in ``dist``. Run it with ``hatch run release:sums``.

Each package gets an SBOM in CycloneDX format, which lists its pinned dependencies. ``SHA256SUMS`` lists all files. The
same release files always produce the same SBOMs and sums.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lib import artefacts
from lib.checksums import SUMS, digest
from lib.difypkg.archive import SUFFIX
from lib.hatch_env import find_hatch, outer_environment
from lib.repository import ROOT
from lib.versions import canonical, stated

SBOM: Final = ".cdx.json"
PYTHON: Final = ("page_stats_core", "langchain_page_stats")
DIFY: Final = "page_stats"
OPENCLAW: Final = "openclaw-page-stats"
PNPM: Final = ("run", "node:pnpm", "sbom", "--sbom-format", "cyclonedx", "--prod")


def write_sboms(dist: Path, version: str) -> None:
    for name in PYTHON:
        write(dist, name, version, python_sbom(dist, name, version))
    write(dist, DIFY, version, dify_sbom(dist, version))
    outer = outer_environment()
    write(dist, OPENCLAW, version, output([find_hatch(outer), *PNPM], outer))


def python_sbom(dist: Path, name: str, version: str) -> str:
    """Return the SBOM of a new environment that has only the package and its dependencies."""
    with tempfile.TemporaryDirectory(prefix="page-stats-") as folder:
        uv = [os.environ["HATCH_UV"]]
        output([*uv, "venv", "--python", sys.executable, folder])
        install = [*uv, "pip", "install", "--python", folder, "--find-links", str(dist)]
        output([*install, "--constraint", str(ROOT / "constraints.txt"), f"{name}=={canonical(version)}"])
        project = str(ROOT / "packages" / name / "pyproject.toml")
        return cyclonedx("environment", "--mc-type", "library", "--pyproject", project, folder)


def dify_sbom(dist: Path, version: str) -> str:
    """Return the SBOM of the plugin's requirements.txt, from which Dify installs the dependencies."""
    contents = artefacts.contents(dist / f"page_stats-{version}{SUFFIX}")
    with tempfile.NamedTemporaryFile(suffix=".txt") as requirements:
        requirements.write(contents["requirements.txt"])
        requirements.flush()
        sbom = json.loads(cyclonedx("requirements", requirements.name))
    licences = [{"license": {"id": "MIT", "acknowledgement": "declared"}}]
    component = {"type": "application", "name": DIFY, "version": version, "licenses": licences}
    sbom["metadata"]["component"] = {**component, "bom-ref": "root-component"}
    return json.dumps(sbom)


def cyclonedx(kind: str, *options: str) -> str:
    """Return the SBOM that CycloneDX's own program makes."""
    return output([sys.executable, "-m", "cyclonedx_py", kind, "--output-reproducible", *options])


def output(command: Sequence[str], environment: dict[str, str] | None = None) -> str:
    """Return the output of a command; ends the program if it fails."""
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def write(dist: Path, name: str, version: str, text: str) -> None:
    """Write an SBOM without its timestamp and serial number, which differ between runs."""
    sbom: dict[str, Any] = json.loads(text)
    sbom.pop("serialNumber", None)
    sbom["metadata"].pop("timestamp", None)
    path = dist / sbom_of(name, version)
    path.write_text(json.dumps(sbom, indent=2, sort_keys=True, ensure_ascii=False) + "\n", "utf-8", newline="\n")


def sbom_of(name: str, version: str) -> str:
    return f"{name}-{version}{SBOM}"


def check_dist(dist: Path, version: str) -> None:
    """End the program unless *dist* has exactly the files of *version*, including the signed ones."""
    expected = {*artefacts.names(version), *artefacts.signed(version)}
    there = {path.name for path in dist.iterdir()} if dist.is_dir() else set()
    if missing := sorted(expected - there):
        sys.exit(f"missing files: {', '.join(missing)}; run `hatch run build`, then sign (RELEASING.md)")
    made = {SUMS, *(sbom_of(name, version) for name in (*PYTHON, DIFY, OPENCLAW))}
    if unknown := sorted(there - expected - made):
        sys.exit(f"unexpected files: {', '.join(unknown)}; remove what does not belong to {version}")


def sums(dist: Path) -> str:
    """Return the digests of all files, in the format of ``sha256sum --check``."""
    paths = sorted(path for path in dist.iterdir() if path.name != SUMS)
    return "".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in paths)


def main() -> None:
    version = stated()
    check_dist(artefacts.DIST, version)
    write_sboms(artefacts.DIST, version)
    text = sums(artefacts.DIST)
    (artefacts.DIST / SUMS).write_text(text, "utf-8", newline="\n")
    print(text, end="")


if __name__ == "__main__":
    main()
