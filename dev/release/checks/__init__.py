"""Checks of built artefacts."""
