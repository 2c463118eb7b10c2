"""The probes, one module for each question: ``ROWS``, and a function that yields findings for any framework."""
