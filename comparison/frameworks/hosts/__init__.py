"""The frameworks, a file each: how a tool is handed to it, and how its model is made to call it."""
