"""Facts about the repository. Does not import harness, comparison, benchmarks or dev."""
