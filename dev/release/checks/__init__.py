"""Checks of what was built."""
