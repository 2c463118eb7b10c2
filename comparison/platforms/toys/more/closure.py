"""Print the number and total bytes of a distribution and its dependencies: ``python closure.py NAME``."""

import importlib.metadata
import re
import sys


def needed(name, seen):
    """Add *name* and its installed dependencies to *seen*."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen:
        return
    try:
        found = importlib.metadata.distribution(key)
    except importlib.metadata.PackageNotFoundError:
        return
    seen[key] = found
    for requirement in found.requires or ():
        if "extra ==" not in requirement:
            needed(re.match(r"[\w.-]+", requirement)[0], seen)


closure = {}
needed(sys.argv[1], closure)
files = (path.locate() for found in closure.values() for path in found.files or () if path.suffix != ".pyc")
print(len(closure), sum(path.stat().st_size for path in files if path.is_file()))
