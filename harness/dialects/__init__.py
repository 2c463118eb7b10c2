"""One program per dialect: it reads a case per line and writes the answer."""
