"""Version and repository, written by ``hatch run manifests`` from pyproject.toml and project.toml."""

VERSION = "0.1.0"
REPOSITORY = "https://github.com/OWNER/page-stats"
