package dev.adk4j.web.internal.mcp;

import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.HandlerFilterFunction;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Wraps the protocol's own handlers: records the owner of each session, cancels calls, and writes
 * errors without the handlers' internals. Only calls have streams: the protocol sends nothing in
 * between, and each further stream would be an uncounted connection.
 */
record McpRoutes(ProtocolAccess access, McpSessions sessions, McpRunning running)
    implements HandlerFilterFunction<ServerResponse, ServerResponse> {

  static @Nullable String session(ServerRequest request) {
    return request.headers().firstHeader(McpRules.SESSION);
  }

  static JsonNode body(ServerRequest request) {
    return request.servletRequest().getAttribute(EndpointGuard.BODY) instanceof JsonValue body
        ? body.node()
        : MissingNode.getInstance();
  }

  @Override
  public ServerResponse filter(ServerRequest request, HandlerFunction<ServerResponse> next)
      throws Exception {
    String session = session(request);
    JsonNode body = body(request);
    if (session != null && "notifications/cancelled".equals(body.path("method").asString(""))) {
      running.cancel(session, body.path("params").path("requestId"));
      return ServerResponse.accepted().build();
    }
    if (request.method() == HttpMethod.GET) {
      return refused(405);
    }
    if (request.method() == HttpMethod.POST && !body.path("method").isString() && !isAnswer(body)) {
      return refused(400);
    }
    if (isUnreadable(body.path("params"))) {
      return ServerResponse.ok()
          .contentType(MediaType.APPLICATION_JSON)
          .body(McpRules.invalidParams(body.path("id")));
    }
    ServerResponse response = next.handle(request);
    int status = response.statusCode().value();
    if (status >= 400) {
      return refused(status >= 500 && isAnswer(body) ? 400 : status);
    }
    String begun = response.headers().getFirst(McpRules.SESSION);
    if (begun != null) {
      close(sessions.begun(begun, access.caller(request.servletRequest())), request, next);
    } else if (session != null && request.method() == HttpMethod.DELETE) {
      sessions.forget(session);
    }
    return response;
  }

  /** Finds parameters that the handlers would log unchanged and answer with 500. */
  private static boolean isUnreadable(JsonNode params) {
    return !isAbsentOr(params, params.isObject())
        || Stream.of("name", "uri", "level")
            .map(params::path)
            .anyMatch(text -> !isAbsentOr(text, text.isString()))
        || Stream.of("arguments", "_meta")
            .map(params::path)
            .anyMatch(object -> !isAbsentOr(object, object.isObject()));
  }

  private static boolean isAbsentOr(JsonNode node, boolean fits) {
    return fits || node.isMissingNode() || node.isNull();
  }

  /** A response without a matching request of the server is an error of the client. */
  private static boolean isAnswer(JsonNode body) {
    return body.has("id") && (body.has("result") || body.has("error"));
  }

  /** Closes sessions that can no longer be used, like their clients would. */
  private static void close(
      List<String> closed, ServerRequest request, HandlerFunction<ServerResponse> next)
      throws Exception {
    for (String session : closed) {
      next.handle(
          ServerRequest.from(request)
              .method(HttpMethod.DELETE)
              .headers(headers -> headers.set(McpRules.SESSION, session))
              .build());
    }
  }

  private static ServerResponse refused(int status) {
    String message =
        switch (status) {
          case 400 ->
              "This is not a message of the protocol, answers no open request, has no "
                  + "Mcp-Session-Id, or does not accept application/json and text/event-stream.";
          case 404 -> McpRules.noSession().getMessage();
          case 405 -> "This server sends messages only in responses to POST requests.";
          case 503 -> "The server is shutting down.";
          default -> "The message was not accepted.";
        };
    return ServerResponse.status(status)
        .contentType(MediaType.APPLICATION_JSON)
        .body(McpRules.error(status, WebErrorCode.E_INPUT_UNREADABLE.name(), message));
  }
}
