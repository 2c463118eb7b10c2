"""Compares LangChain, Dify and OpenClaw: probes run the real hosts, and their results fill ``docs/contracts.md``."""
