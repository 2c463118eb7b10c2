"""One program for each dialect (a way to call the tool): it reads a case per line and writes the answer."""
