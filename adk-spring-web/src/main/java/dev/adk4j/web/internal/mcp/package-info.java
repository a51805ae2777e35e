/**
 * Internal. May change without notice. The server for hosts that speak the Model Context Protocol:
 * agents, tools and documents of the application as tools of an MCP server.
 */
@NullMarked
package dev.adk4j.web.internal.mcp;

import org.jspecify.annotations.NullMarked;
