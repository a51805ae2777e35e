package dev.adk4j.web.internal.mcp;

import dev.adk4j.value.Json;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * Writes the messages of the protocol's server like all other HTTP responses, and errors without
 * the messages of exceptions.
 */
record McpJson(McpJsonMapper json) implements McpJsonMapper {

  private static Object withoutInternals(Object value) {
    if (value instanceof JSONRPCResponse response
        && response.error() != null
        && response.error().code() == ErrorCodes.INTERNAL_ERROR) {
      return JSONRPCResponse.error(
          response.id(), new JSONRPCError(ErrorCodes.INTERNAL_ERROR, "The request failed.", null));
    }
    return value;
  }

  private String text(Object value) {
    return Json.write(json.convertValue(withoutInternals(value), JsonNode.class));
  }

  @Override
  public String writeValueAsString(Object value) {
    return text(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) {
    return text(value).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public <T> T readValue(String content, Class<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    return json.convertValue(value, type);
  }

  @Override
  public <T> T convertValue(Object value, TypeRef<T> type) {
    return json.convertValue(value, type);
  }
}
