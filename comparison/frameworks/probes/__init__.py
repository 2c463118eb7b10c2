"""The probes. There is a module for each question, with its ``ROWS`` and a function that probes any framework."""
