package dev.adk4j.web.internal.a2a;

import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The envelope of JSON-RPC. */
final class A2aRpc {

  private A2aRpc() {}

  static String method(JsonNode body) {
    if (!body.path("jsonrpc").asString("").equals("2.0") || !body.path("method").isString()) {
      throw A2aError.invalid("The request", "is not a JSON-RPC 2.0 call.");
    }
    return body.path("method").stringValue();
  }

  static ObjectNode result(JsonNode id, ObjectNode result) {
    return answer(id(id)).<ObjectNode>set("result", result);
  }

  /** Returns a response without a result. */
  static ObjectNode answer(@Nullable JsonNode id) {
    ObjectNode body = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
    body.set("id", id);
    return body;
  }

  /** Returns the id of the call; null if it has no valid id. */
  static @Nullable JsonNode id(JsonNode id) {
    return id.isString() || id.isNumber() ? id : null;
  }
}
