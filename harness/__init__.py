"""Code that tests, benchmarks and commands share: servers, agent hosts and dialects (ways to call the tool)."""
