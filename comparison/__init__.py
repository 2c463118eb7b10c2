"""Run hosts of tools, and compare how each treats what a tool declares."""
