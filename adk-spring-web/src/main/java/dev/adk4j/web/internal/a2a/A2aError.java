package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Errors of the protocol, in the forms of its two bindings. */
enum A2aError {
  TASK_NOT_FOUND(404, -32001),
  TASK_NOT_CANCELABLE(400, -32002),
  PUSH_NOTIFICATION_NOT_SUPPORTED(400, -32003),
  UNSUPPORTED_OPERATION(400, -32004),
  CONTENT_TYPE_NOT_SUPPORTED(400, -32005),
  EXTENDED_AGENT_CARD_NOT_CONFIGURED(400, -32007),
  VERSION_NOT_SUPPORTED(400, -32009),
  INVALID_PARAMS(400, -32602),
  METHOD_NOT_FOUND(404, -32601);

  private final int status;
  private final int code;

  A2aError(int status, int code) {
    this.status = status;
    this.code = code;
  }

  /** Returns the error as an exception; each binding writes it in its own form. */
  AdkException because(String message) {
    return AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
        .code(name())
        .status(status)
        .message(message)
        .build();
  }

  /** Returns true if the error has this code of the protocol. */
  private boolean is(AdkException e) {
    return e.code().equals(name());
  }

  /**
   * Returns the same error for an unknown id and for another caller's id, so that a caller cannot
   * distinguish them.
   */
  static AdkException noTask() {
    return TASK_NOT_FOUND.because("The task does not exist.");
  }

  static AdkException invalid(String field, String message) {
    return INVALID_PARAMS.because(field + " " + message);
  }

  /** Rejects the request unless the condition on the field is true. */
  static void check(boolean holds, String field, String message) {
    if (!holds) {
      throw invalid(field, message);
    }
  }

  /** Returns {@code {"error": {code, status, message, details}}}. */
  static ObjectNode http(AdkException e) {
    ObjectNode body = Json.mapper().createObjectNode();
    int status = AdkProblem.protocolStatus(e);
    error(body, e, status).put("status", statusName(e, status)).putArray("details").add(info(e));
    return body;
  }

  /** Adds the error to a JSON-RPC response. */
  static ObjectNode rpc(AdkException e, ObjectNode body) {
    int unknown = AdkProblem.protocolStatus(e) < 500 ? -32600 : -32603;
    Optional<A2aError> own = Arrays.stream(values()).filter(error -> error.is(e)).findFirst();
    error(body, e, own.map(error -> error.code).orElse(unknown)).putArray("data").add(info(e));
    return body;
  }

  private static ObjectNode error(ObjectNode body, AdkException e, int code) {
    String message = AdkProblem.message(e, AdkProblem.protocolStatus(e));
    return body.putObject("error").put("code", code).put("message", message);
  }

  private static ObjectNode info(AdkException e) {
    ObjectNode info =
        Json.mapper()
            .createObjectNode()
            .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
            .put("reason", e.code())
            .put("domain", "a2a-protocol.org");
    ObjectNode metadata = info.putObject("metadata");
    if (e instanceof ProtocolGates.TooLate late) {
      ProtocolGates.Decided made = late.decided();
      metadata.put("approved", String.valueOf(made.approved())).put("channel", made.channel());
      if (made.by() != null) {
        metadata.put("by", made.by());
      }
    }
    return info;
  }

  private static String statusName(AdkException e, int status) {
    boolean precondition = TASK_NOT_CANCELABLE.is(e) || UNSUPPORTED_OPERATION.is(e);
    return switch (status) {
      case 400, 422 -> precondition ? "FAILED_PRECONDITION" : "INVALID_ARGUMENT";
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 404 -> "NOT_FOUND";
      case 409 -> "ABORTED";
      case 413 -> "OUT_OF_RANGE";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 503 -> "UNAVAILABLE";
      default -> "INTERNAL";
    };
  }
}
