package dev.adk4j.web.internal.openai;

import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Errors in the form that OpenAI clients read. */
final class OpenAiErrors {

  /** Codes that those clients know; all others keep their own name. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "E_NOT_AUTHENTICATED", "invalid_api_key",
          "E_AGENT_UNKNOWN", "model_not_found",
          "E_LIMIT_REACHED", "rate_limit_exceeded",
          "E_TOO_BUSY", "server_overloaded",
          "E_INPUT_TOO_LARGE", "request_too_large",
          "E_LLM_CONTEXT_OVERFLOW", "context_length_exceeded",
          "E_GUARD_REFUSED", "content_policy_violation",
          "E_ANSWER_WAITING", "approval_pending",
          "E_TURN_ABORTED", "turn_aborted");

  private OpenAiErrors() {}

  /** A field with an invalid value; its name is the error's {@code param}. */
  private static final class Refused extends AdkException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String param;

    private Refused(int status, String code, @Nullable String param, String message) {
      super(of(WebErrorCode.E_INPUT_UNREADABLE).code(code).status(status).message(message));
      this.param = param;
    }
  }

  /** Returns the error for an unsupported value. */
  static AdkException unsupported(String param, String message) {
    return new Refused(400, "unsupported_value", param, message);
  }

  /** Returns the error for an unreadable value. */
  static AdkException invalid(String param, String message) {
    return new Refused(400, "invalid_value", param, message);
  }

  /** Returns the error for a response that is not the caller's, or no longer stored. */
  static AdkException unknown(String what) {
    return new Refused(404, what + "_not_found", what + "_id", "The response does not exist.");
  }

  /** Returns {@code {"error": {message, type, param, code}}}. */
  static ObjectNode body(AdkException e, int status) {
    String param = e instanceof Refused refused ? refused.param : null;
    if (AdkException.is(e, WebErrorCode.E_AGENT_UNKNOWN)) {
      param = "model";
    }
    return body(e.code(), status, message(e, status), param);
  }

  /** Returns the same for the error of a turn. */
  static ObjectNode body(String code, int status, String message, @Nullable String param) {
    ObjectNode body = Json.mapper().createObjectNode();
    ObjectNode error = body.putObject("error").put("message", message).put("type", type(status));
    error.put("param", param).put("code", code(code));
    return body;
  }

  static String code(String code) {
    return KNOWN.getOrDefault(code, code);
  }

  private static String message(AdkException e, int status) {
    if (e instanceof AgentWaitingException waiting) {
      return ProtocolGates.told(waiting.gates()) + "\nThe message was not accepted.";
    }
    return AdkProblem.message(e, status);
  }

  private static String type(int status) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 429 -> "rate_limit_error";
      default -> status < 500 ? "invalid_request_error" : "server_error";
    };
  }
}
