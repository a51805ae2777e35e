package dev.adk4j.loop;

import dev.adk4j.value.JsonValue;

/** What a model is told about a tool. */
public record ToolDescription(String name, String description, JsonValue inputSchema) {}
