"""What stands between Dify and the core, without the SDK: the two rooms that hold the plugin's own decisions."""
