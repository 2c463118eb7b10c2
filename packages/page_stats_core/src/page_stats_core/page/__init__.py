"""Web pages: how one is fetched and read. Nothing outside this folder knows."""
