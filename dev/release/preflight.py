"""Run the preflight checks, the first job of a release, with ``python -m dev.release.preflight VERSION``.

The program needs only Python, changes nothing, and reports all errors at once. ``--secret NAME`` checks that a secret
is set. The program never sees the secret, only the variable ``GIVEN``, which is ``true`` if the secret is set.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dev.release.registries import clawhub_knows, request
from lib import changelog, versions
from lib.repository import ROOT, uncommitted

BRANCH: Final = "main"
PLACEHOLDER: Final = "OWNER"
PUBLIC_KEY: Final = "packages/dify_page_stats/keys/release.public.pem"
PACKAGE: Final = "packages/openclaw-page-stats/package.json"
# The GitHub environment of each secret. PyPI needs no secret. ClawHub needs its secret only until it has the package.
SECRETS: Final = {"DIFY_SIGNING_KEY": "dify", "CLAWHUB_TOKEN": "clawhub"}


def tree_errors(version: str, root: Path) -> Iterator[str]:
    """Yield errors in the tree that is about to be released."""
    stated = versions.stated(root)
    if stated != version:
        yield f"the tree must be at {version}, not {stated}: run `hatch run version {version}`"
    if version not in changelog.sections(root):
        yield f"{changelog.CHANGELOG} must have a section for {version}: run `hatch run version {version}`"
    for key in placeholders(tomllib.loads((root / "project.toml").read_text("utf-8"))):
        yield f"project.toml: {key} must be filled in: edit it, then run `hatch run manifests`"
    if not (root / PUBLIC_KEY).is_file():
        yield f"{PUBLIC_KEY} is missing: create the key pair (RELEASING.md)"
    if names := uncommitted(root):
        yield f"uncommitted changes: {', '.join(names)}"


def placeholders(table: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield the keys of project.toml that still hold the placeholder."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from placeholders(value, f"{path}{key}.")
        elif PLACEHOLDER in value:
            yield f"{path}{key}"


def commit_errors(version: str, environment: dict[str, str]) -> Iterator[str]:
    """Yield errors about the commit, its CI run and the tags, as GitHub reports them."""
    if environment["GITHUB_REF"] != f"refs/heads/{BRANCH}":
        yield f"a release must be made from {BRANCH}, not {environment['GITHUB_REF']}"
    commit = environment["GITHUB_SHA"]
    # event=push excludes pull requests from a fork's main, which have this branch name but test a merge commit
    query = f"head_sha={commit}&branch={BRANCH}&event=push&status=success&per_page=1"
    runs = get_json(environment, f"actions/workflows/ci.yml/runs?{query}")
    if not runs["total_count"]:
        yield f"ci.yml must succeed for {commit} on {BRANCH}: wait for it, or fix what it found"
    tags = {ref["ref"].removeprefix("refs/tags/v") for ref in get_json(environment, "git/matching-refs/tags/v")}
    if version in tags:
        yield f"tag v{version} already exists: no version is released twice"
    released = [tag for tag in tags if versions.VERSION.fullmatch(tag)]
    last = max(released, key=versions.order, default=version)
    if versions.order(version) < versions.order(last):
        yield f"version must not be lower than {last}, the last one, got {version}"


def get_json(environment: dict[str, str], path: str) -> Any:
    """Send a request about the repository to GitHub's API, and return the JSON of the response."""
    url = f"{environment['GITHUB_API_URL']}/repos/{environment['GITHUB_REPOSITORY']}/{path}"
    return json.loads(request(url, headers={"Authorization": f"Bearer {environment['GITHUB_TOKEN']}"}))


def secret_errors(name: str, given: str, root: Path) -> Iterator[str]:
    """Yield an error if the secret *name* is needed but not set."""
    package = json.loads((root / PACKAGE).read_text("utf-8"))["name"]
    needed = name != "CLAWHUB_TOKEN" or not clawhub_knows(package)
    if needed and given != "true":
        why = f", which the first version of {package} needs" if name == "CLAWHUB_TOKEN" else ""
        yield f"secret {name} of the environment {SECRETS[name]} is missing{why} (RELEASING.md)"


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the preflight checks of a release.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("version", nargs="?", help="N.N.N or N.N.N-rcN")
    what.add_argument("--secret", choices=SECRETS, help="check only this secret")
    options = parser.parse_args()
    if options.secret:
        faults = [*secret_errors(options.secret, os.environ["GIVEN"], ROOT)]
    else:
        versions.order(options.version)
        faults = [*tree_errors(options.version, ROOT), *commit_errors(options.version, dict(os.environ))]
    if faults:
        sys.exit("\n".join(faults))
    print("All preflight checks passed.")


if __name__ == "__main__":
    main()
