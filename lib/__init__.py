"""Code that the other folders share. Does not import harness, comparison, benchmarks or dev."""
