"""Run agent hosts, and compare how each host treats the declarations of a tool."""
