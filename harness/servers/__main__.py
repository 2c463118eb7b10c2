"""``python -m harness.servers``: run the test servers, print their addresses as JSON, and exit when stdin closes."""

from __future__ import annotations

import json
import sys

from harness.servers import Servers

if __name__ == "__main__":
    with Servers() as servers:
        print(json.dumps(servers.places), flush=True)
        sys.stdin.read()
