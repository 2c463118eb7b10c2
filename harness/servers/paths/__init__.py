"""The routes of the fixture servers, grouped by their misbehaviour."""
