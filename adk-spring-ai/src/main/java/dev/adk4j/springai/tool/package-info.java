/** Spring AI's tool callbacks, including those of MCP servers, as tools of the engine. */
@NullMarked
package dev.adk4j.springai.tool;

import org.jspecify.annotations.NullMarked;
