package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Form of the responses of a binding.
 *
 * @param id id of the JSON-RPC call; null for HTTP+JSON
 */
record Binding(@Nullable JsonNode id) {

  static final Binding HTTP = new Binding(null);

  ObjectNode result(ObjectNode result) {
    return id == null ? result : envelope(id).set("result", result);
  }

  ObjectNode error(AdkException e) {
    return id == null ? A2aError.http(e) : A2aError.rpc(e, envelope(id));
  }

  /** Returns the line that distinguishes an error within a stream. */
  String errorName() {
    return id == null ? "event: error\n" : "";
  }

  /** Returns a response without a result; its id is null if the call has no valid one. */
  private static ObjectNode envelope(JsonNode id) {
    ObjectNode body = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
    body.set("id", id.isString() || id.isNumber() ? id : null);
    return body;
  }
}
