"""The code that all comparisons share: cells, tables and runs of probes. It does not depend on any host."""
