package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Paths of the library that the {@link EndpointGuard} protects.
 *
 * @param path without the context path, such as {@code /adk/gates}; guarded with everything below
 * @param readsToo whether the caller has to be known for reading, too
 * @param known whether somebody is authenticated
 * @param handedOn the body as the handler's own binding reads it; throws {@link AdkException} for
 *     one that the handler does not take
 * @param rules how refusals are written, and what differs for a protocol
 */
public record GuardedPath(
    String path,
    boolean readsToo,
    Predicate<HttpServletRequest> known,
    UnaryOperator<JsonValue> handedOn,
    EndpointRules rules) {

  public GuardedPath(
      String path,
      boolean readsToo,
      Predicate<HttpServletRequest> known,
      UnaryOperator<JsonValue> handedOn) {
    this(path, readsToo, known, handedOn, EndpointRules.OWN);
  }

  /**
   * Returns a path for reading only, for every caller that the application admits.
   *
   * @param path as for the other paths
   */
  public static GuardedPath ofReading(String path) {
    return new GuardedPath(path, false, request -> true, body -> body);
  }
}
