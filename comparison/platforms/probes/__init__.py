"""Probes that call the toy (a test tool): a module per question, with ``ROWS``, ``COLUMNS`` and a function per host."""
