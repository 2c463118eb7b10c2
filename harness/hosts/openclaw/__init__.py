"""OpenClaw's Gateway with a scripted model."""
