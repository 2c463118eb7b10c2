"""Upload the given files to the rehearsal's index with a token for a trusted job."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request

INDEX = os.environ["PYPI_INDEX"].removesuffix("/simple")


def token() -> str:
    """Exchange the job's identity token for an upload token, as PyPI does."""
    url = f"{os.environ['ACTIONS_ID_TOKEN_REQUEST_URL']}?audience=pypi"
    headers = {"Authorization": f"Bearer {os.environ['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}"}
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        told = json.load(answer)["value"]
    with urllib.request.urlopen(f"{INDEX}/_/oidc/mint-token", json.dumps({"token": told}).encode()) as answer:
        minted: str = json.load(answer)["token"]
        return minted


def main() -> int:
    command = [sys.executable, "-m", "twine", "upload", "--non-interactive", "--disable-progress-bar"]
    command += ["--repository-url", f"{INDEX}/", *sys.argv[1:]]
    secret = {"TWINE_USERNAME": "__token__", "TWINE_PASSWORD": token()}
    return subprocess.run(command, env=os.environ | secret, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
