"""Open or update a GitHub issue when the newest version of a host breaks the tool; close it when all hosts pass.

This is the last job of ``hosts.yml``. The variable ``NEEDS`` holds the results of the other jobs as JSON, and ``gh``
must be allowed to write issues.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

TITLE: Final = "The newest hosts break the tool"
HOSTS: Final = {
    "dify": "the SDK of Dify",
    "frameworks": "the other frameworks",
    "langchain": "LangChain",
    "mcp": "the SDK of MCP",
    "openclaw": "OpenClaw",
}


def gh(*arguments: str) -> str:
    """Run GitHub's client; raises ``CalledProcessError`` when it fails."""
    return subprocess.run(["gh", *arguments], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def broken(needs: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the hosts whose job did not succeed; raises ``KeyError`` for an unknown job."""
    return sorted(HOSTS[job] for job, outcome in needs.items() if outcome["result"] != "success")


def open_issue() -> str | None:
    """Return the number of the open issue about the hosts, or None."""
    issues = json.loads(gh("issue", "list", "--state", "open", "--limit", "1000", "--json", "number,title"))
    return next((str(issue["number"]) for issue in issues if issue["title"] == TITLE), None)


def report(hosts: list[str], run: str) -> str:
    """Open, update or close the issue, given the broken *hosts* and the URL of the *run*; return a line about it."""
    number = open_issue()
    if not hosts:
        if number is None:
            return "All hosts passed; no issue is open."
        gh("issue", "close", number, "--comment", f"All hosts pass again: {run}")
        return f"Closed issue {number}."
    body = f"The newest releases or pre-releases of {', '.join(hosts)} fail our tests: {run}"
    if number is None:
        gh("issue", "create", "--title", TITLE, "--body", body)
        return f"Opened an issue: {body}"
    gh("issue", "edit", number, "--body", body)
    return f"Updated issue {number}: {body}"


def main() -> None:
    run = "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}".format_map(os.environ)
    needs = json.loads(os.environ["NEEDS"])
    if set(needs) != set(HOSTS):
        sys.exit(f"NEEDS must name the jobs {', '.join(HOSTS)}, got {', '.join(sorted(needs)) or 'none'}")
    print(report(broken(needs), run))


if __name__ == "__main__":
    main()
