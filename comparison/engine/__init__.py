"""The code that all comparisons share: table cells, pages and runs of probes. The code does not depend on any host."""
