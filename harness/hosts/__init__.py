"""The real hosts, started and driven."""
