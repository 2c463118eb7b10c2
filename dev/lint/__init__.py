"""Our own checks, which `hatch run lint:check` runs after ruff."""
