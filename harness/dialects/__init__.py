"""One program per dialect, which reads a case per line and writes its answer."""
