package dev.adk4j.web.internal.mcp;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.EndpointRules;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Writes rejections as JSON-RPC errors. */
final class McpRules implements EndpointRules {

  static final String SESSION = "Mcp-Session-Id";

  static AdkException noSession() {
    return AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
        .message("The session does not exist. Send an initialize request without a session.")
        .status(404)
        .build();
  }

  @Override
  public boolean mayBeEmpty(HttpServletRequest request) {
    return request.getMethod().equals("DELETE");
  }

  @Override
  public Refusal refusal(AdkException refused, int status) {
    return new Refusal(
        "application/json", Json.write(error(status, refused.code(), refused.getMessage())));
  }

  /** Returns an error without a request id. */
  static Map<String, @Nullable Object> error(int status, String code, @Nullable String message) {
    int number = status == 404 ? -32001 : status < 500 ? -32600 : -32603;
    return error(number, code, message == null ? code : message, null);
  }

  /** Returns the response to a request with invalid parameters. */
  static Map<String, @Nullable Object> invalidParams(JsonNode id) {
    return error(
        -32602,
        WebErrorCode.E_INPUT_UNREADABLE.name(),
        "The parameters do not match this method.",
        id.isMissingNode() ? null : id);
  }

  private static Map<String, @Nullable Object> error(
      int number, String code, String message, @Nullable JsonNode id) {
    Map<String, @Nullable Object> error = new LinkedHashMap<>();
    error.put("jsonrpc", "2.0");
    error.put("error", Map.of("code", number, "message", message, "data", Map.of("code", code)));
    error.put("id", id);
    return error;
  }
}
