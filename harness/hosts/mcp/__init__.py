"""The MCP server, and clients of the MCP SDKs."""
