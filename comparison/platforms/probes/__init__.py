"""The probes, one module for each question, with ``ROWS``, ``COLUMNS`` and a function for each host."""
