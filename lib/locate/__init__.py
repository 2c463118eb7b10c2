"""Find what may be missing on a machine: Node, Dify's command and SDK, OpenClaw's newest version."""
