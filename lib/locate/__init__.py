"""Find programs that a machine may lack: Node, Dify's command and SDK, and OpenClaw's newest version."""
