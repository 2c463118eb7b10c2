"""The routes of the fixture servers, grouped by kind of response."""
