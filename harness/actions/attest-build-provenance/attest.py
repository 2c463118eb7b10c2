"""Print an in-toto statement about the given files; the job must have an identity token."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path


def main() -> None:
    assert os.environ["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]
    subjects = [
        {"name": path.name, "digest": {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}}
        for path in map(Path, sys.argv[1:])
    ]
    statement = {"_type": "https://in-toto.io/Statement/v1", "subject": subjects}
    print(json.dumps(statement | {"predicateType": "https://slsa.dev/provenance/v1"}))


if __name__ == "__main__":
    main()
