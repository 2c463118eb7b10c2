"""Publish a GitHub release and its tag. Run it with ``python -m dev.release.publish_github VERSION FOLDER…``.

GitHub does not accept more files for a published release. So the program first deletes the drafts of failed runs, then
creates a draft, attaches all files, and publishes the draft. Files of a published release are only checked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from dev.release.registries import request
from lib import changelog
from lib.checksums import SUMS, announce, digest, missing

JSON: Final = "application/vnd.github+json"
BYTES: Final = "application/octet-stream"


class GitHub:
    """The releases of the repository that the workflow runs in."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._releases = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}/releases"
        self._headers = {"Authorization": f"Bearer {environment['GITHUB_TOKEN']}", "Accept": JSON}
        self._commit = environment["GITHUB_SHA"]

    def find(self, tag: str) -> list[dict[str, Any]]:
        """Return the releases of *tag*, including drafts."""
        listed = json.loads(request(f"{self._releases}?per_page=100", headers=self._headers))
        return [release for release in listed if release["tag_name"] == tag]

    def draft(self, version: str, notes: str) -> dict[str, Any]:
        """Create a draft for the commit of this workflow run."""
        fields = {"tag_name": f"v{version}", "target_commitish": self._commit, "name": version, "body": notes}
        return self._send("POST", self._releases, fields | {"draft": True, "prerelease": "-rc" in version})

    def delete(self, release: Mapping[str, Any]) -> None:
        request(f"{self._releases}/{release['id']}", method="DELETE", headers=self._headers)

    def attach(self, release: Mapping[str, Any], file: Path) -> None:
        url = f"{release['upload_url'].partition('{')[0]}?name={quote(file.name)}"
        request(url, method="POST", headers=self._headers | {"Content-Type": BYTES}, content=file.read_bytes())

    def publish(self, release: Mapping[str, Any]) -> dict[str, Any]:
        """Publish a draft, which creates the tag."""
        return self._send("PATCH", f"{self._releases}/{release['id']}", {"draft": False})

    def _send(self, method: str, url: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        headers = self._headers | {"Content-Type": JSON}
        answer: dict[str, Any] = json.loads(
            request(url, method=method, headers=headers, content=json.dumps(fields).encode())
        )
        return answer


def check_published(release: Mapping[str, Any], files: Mapping[str, Path]) -> None:
    """End the program unless the release has all of our files, except attestations, with the same bytes."""
    urls = {asset["name"]: asset["browser_download_url"] for asset in release["assets"]}
    theirs = {name: digest(request(url)) for name, url in urls.items()}
    ours = {name: digest(path.read_bytes()) for name, path in files.items() if not name.endswith(".jsonl")}
    if absent := missing(ours, theirs, "GitHub"):
        sys.exit(f"the release on GitHub lacks {', '.join(absent)} and accepts no more files: release the next version")


def main() -> None:
    parser = argparse.ArgumentParser(description="Publish a release on GitHub.")
    parser.add_argument("version")
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    files = {path.name: path for folder in options.folders for path in sorted(folder.iterdir())}
    if SUMS not in files:
        sys.exit(f"{SUMS} must be among the files to attach")
    github = GitHub(os.environ)
    found = github.find(f"v{options.version}")
    out = [release for release in found if not release["draft"]]
    if not out:
        for draft in found:
            github.delete(draft)
        release = github.draft(options.version, changelog.section(options.version))
        for path in files.values():
            github.attach(release, path)
        out = [github.publish(release)]
    check_published(out[0], files)
    announce(f"The release v{options.version} is on GitHub, with {len(files)} files.")


if __name__ == "__main__":
    main()
