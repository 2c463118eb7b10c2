"""The plugin's own logic between Dify and the core, independent of Dify's SDK."""
