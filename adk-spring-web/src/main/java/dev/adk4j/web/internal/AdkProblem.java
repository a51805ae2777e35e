package dev.adk4j.web.internal;

import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.limit.LimitException;
import dev.adk4j.web.WebErrorCode;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** Problem details (RFC 9457) of errors, with the error's {@code code}. */
public final class AdkProblem {

  /** The media type of a problem detail. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private AdkProblem() {}

  /** Returns the error of a request without an authenticated caller. */
  public static AdkException notAuthenticated() {
    return new AdkException(WebErrorCode.E_NOT_AUTHENTICATED, "The caller is not authenticated.");
  }

  /**
   * Returns the status for clients. Bad input is never reported as an error of the server. HTTP
   * does not define 499 (an aborted turn) and 529 (an error in the program), so the response has
   * 503 and 500.
   */
  public static int status(AdkException e) {
    if (AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION)) {
      return 422;
    }
    return switch (e.status()) {
      case 499 -> 503;
      case 529 -> 500;
      default -> e.status();
    };
  }

  /** Returns the status for clients of a protocol in which all invalid input has the status 400. */
  public static int protocolStatus(AdkException e) {
    return AdkException.is(e, AdkErrorCode.VALIDATION_EXCEPTION) ? 400 : status(e);
  }

  /**
   * Returns the message for clients. The message of an internal error may reveal internals, so the
   * description of its code replaces it.
   */
  public static String message(AdkException e, int status) {
    return status < 500 ? String.valueOf(e.getMessage()) : e.errorCode().meaning();
  }

  /**
   * Returns the members of the problem detail. A waiting turn is included with its gates, as in a
   * controller's response.
   */
  public static Map<String, Object> of(AdkException e, int status) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "about:blank");
    problem.put("title", title(status));
    problem.put("status", status);
    problem.put("detail", message(e, status));
    problem.put("code", e.code());
    problem.put("remedy", status < 500 ? e.help() : e.errorCode().help());
    if (e instanceof AgentWaitingException waiting) {
      problem.put("turnId", waiting.answer().turnId());
      problem.put("gates", waiting.gates());
    }
    return problem;
  }

  private static String title(int status) {
    HttpStatus known = HttpStatus.resolve(status);
    return known != null ? known.getReasonPhrase() : status < 500 ? "Error" : "Server Error";
  }

  /**
   * Writes the error as the response, in the form that the rules define.
   *
   * @param challenge value of {@code WWW-Authenticate} in a response with status 401
   */
  static void write(
      AdkException e, String challenge, EndpointRules rules, HttpServletResponse response)
      throws IOException {
    int status = rules.status(e);
    begin(response);
    protect(response);
    response.setStatus(status);
    if (status == 401) {
      response.setHeader("WWW-Authenticate", challenge);
    }
    if (e instanceof LimitException limited) {
      response.setHeader("Retry-After", String.valueOf(limited.retryAfter().toSeconds()));
    } else if (status == 503) {
      response.setHeader("Retry-After", "1");
    }
    EndpointRules.Refusal refusal = rules.refusal(e, status);
    refusal.headers().forEach(response::setHeader);
    byte[] body = refusal.body().getBytes(StandardCharsets.UTF_8);
    response.setContentType(refusal.contentType());
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** Resets a body that was begun, also by a writer, and keeps the headers of filters. */
  private static void begin(HttpServletResponse response) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    response
        .getHeaderNames()
        .forEach(name -> headers.put(name, List.copyOf(response.getHeaders(name))));
    response.reset();
    headers.keySet().removeIf(name -> name.regionMatches(true, 0, "Content-", 0, 8));
    headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
  }

  /**
   * Adds headers that keep browsers and proxies from storing the response or from guessing its
   * type.
   */
  static void protect(HttpServletResponse response) {
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
  }
}
