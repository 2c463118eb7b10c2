"""The probes, a file a question: ``ROWS``, ``COLUMNS``, and a function for each host that yields what it saw there."""
