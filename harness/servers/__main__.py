"""``python -m servers``: run the fixture servers, say in one line of JSON where, and end when stdin does."""

from __future__ import annotations

import json
import sys

from harness.servers import Servers

if __name__ == "__main__":
    with Servers() as servers:
        print(json.dumps(servers.places), flush=True)
        sys.stdin.read()
