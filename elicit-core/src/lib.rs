//! Ask the user of an MCP client.
