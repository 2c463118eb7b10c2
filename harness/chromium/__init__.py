"""Compare the parse with what Chromium shows of the same pages."""
