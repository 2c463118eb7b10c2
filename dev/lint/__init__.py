"""Checks of our own that `hatch run lint:check` runs after ruff's."""
