package dev.adk4j.web.a2a;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.AdkProblem;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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

  private static final String DOMAIN = "a2a-protocol.org";

  /** Names of the statuses in the form of the HTTP binding. */
  private static final Map<Integer, String> STATUS =
      Map.of(
          400,
          "INVALID_ARGUMENT",
          401,
          "UNAUTHENTICATED",
          403,
          "PERMISSION_DENIED",
          404,
          "NOT_FOUND",
          409,
          "ABORTED",
          413,
          "OUT_OF_RANGE",
          422,
          "INVALID_ARGUMENT",
          429,
          "RESOURCE_EXHAUSTED",
          503,
          "UNAVAILABLE");

  private final int status;
  private final int code;

  A2aError(int status, int code) {
    this.status = status;
    this.code = code;
  }

  /** Thrown by operations; each binding writes it in its form. */
  static final class Thrown extends AdkException {

    private static final long serialVersionUID = 1L;

    private final A2aError error;

    private Thrown(A2aError error, String message) {
      super(
          of(WebErrorCode.E_INPUT_UNREADABLE)
              .code(error.name())
              .status(error.status)
              .message(message));
      this.error = error;
    }

    A2aError error() {
      return error;
    }
  }

  AdkException because(String message) {
    return new Thrown(this, message);
  }

  /** An id that nobody has, and one of somebody else: there is no difference for the caller. */
  static AdkException noTask() {
    return TASK_NOT_FOUND.because("There is no such task.");
  }

  static AdkException invalid(String field, String message) {
    return INVALID_PARAMS.because(field + " " + message);
  }

  static int status(AdkException e) {
    return AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION) ? 400 : AdkProblem.status(e);
  }

  /** Returns {@code {"error": {code, status, message, details}}}. */
  static ObjectNode http(AdkException e, int status) {
    ObjectNode body = Json.mapper().createObjectNode();
    body.putObject("error")
        .put("code", status)
        .put("status", statusName(e, status))
        .put("message", message(e, status))
        .putArray("details")
        .add(info(e));
    return body;
  }

  /** Returns a JSON-RPC response. */
  static ObjectNode rpc(AdkException e, int status, @Nullable JsonNode id) {
    ObjectNode body = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
    body.set("id", id);
    ObjectNode error =
        body.putObject("error")
            .put("code", e instanceof Thrown thrown ? thrown.error.code : rpcCode(status))
            .put("message", message(e, status));
    error.putArray("data").add(info(e));
    return body;
  }

  private static ObjectNode info(AdkException e) {
    ObjectNode info =
        Json.mapper()
            .createObjectNode()
            .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
            .put("reason", e.code())
            .put("domain", DOMAIN);
    info.putObject("metadata");
    return info;
  }

  private static int rpcCode(int status) {
    return status < 500 ? -32600 : -32603;
  }

  private static String statusName(AdkException e, int status) {
    boolean precondition =
        e instanceof Thrown thrown
            && (thrown.error == TASK_NOT_CANCELABLE || thrown.error == UNSUPPORTED_OPERATION);
    return precondition
        ? "FAILED_PRECONDITION"
        : Objects.requireNonNullElse(STATUS.get(status), "INTERNAL");
  }

  /** The message of an internal error may name internals; the meaning of its code replaces it. */
  private static String message(AdkException e, int status) {
    return status < 500 ? String.valueOf(e.getMessage()) : e.errorCode().meaning();
  }
}
