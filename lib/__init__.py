"""What the repository knows about itself. Imports nothing from harness, comparison, benchmarks or dev."""
