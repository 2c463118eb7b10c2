"""Tell what a web page is and how long it is before reading it."""
