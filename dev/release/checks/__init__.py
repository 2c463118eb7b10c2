"""Check built artefacts."""
