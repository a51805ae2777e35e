package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Paths of the library that the {@link EndpointGuard} protects.
 *
 * @param path path without the context path, such as {@code /adk/gates}; everything below it is
 *     guarded, too
 * @param readsToo true if reading also requires an authenticated caller
 * @param admit called before the body is read; throws {@link AdkException} to reject the request
 * @param known returns true if the caller is authenticated
 * @param handedOn converts the body to the form that the handler binds; throws {@link AdkException}
 *     for a body that the handler does not accept
 * @param rules form of rejections and other differences of a protocol
 */
public record GuardedPath(
    String path,
    boolean readsToo,
    Consumer<HttpServletRequest> admit,
    Predicate<HttpServletRequest> known,
    UnaryOperator<JsonValue> handedOn,
    EndpointRules rules) {

  public GuardedPath(
      String path,
      boolean readsToo,
      Predicate<HttpServletRequest> known,
      UnaryOperator<JsonValue> handedOn) {
    this(path, readsToo, request -> {}, known, handedOn, EndpointRules.OWN);
  }

  /**
   * Returns a read-only path that is open to every caller whom the application admits.
   *
   * @param path see the record's parameter
   */
  public static GuardedPath ofReading(String path) {
    return new GuardedPath(path, false, request -> true, body -> body);
  }
}
