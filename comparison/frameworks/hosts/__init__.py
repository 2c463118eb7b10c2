"""The frameworks, one module each: how to give an agent a tool, and how to make its model call it."""
