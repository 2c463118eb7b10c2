"""Cells, tables and runs of probes. Knows no host."""
