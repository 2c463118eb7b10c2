"""Programs, one for each dialect (way to call the tool). Each reads a case per line and writes the answer."""
