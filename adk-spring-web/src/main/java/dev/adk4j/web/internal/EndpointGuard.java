package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Filter in front of all endpoints of the library. It requires an authenticated caller, limits the
 * size of the body, reads the body with the library's own reader, and only then passes the request
 * to a handler. It also rejects an unreadable query and a client that does not accept JSON, before
 * any processing. A rejection is a problem detail. Paths are compared as in Spring MVC, so that
 * every spelling of a path that reaches the handler passes the guard.
 *
 * <p>Runs after all authentication filters: it has the lowest precedence.
 */
public final class EndpointGuard extends OncePerRequestFilter {

  /** The request attribute that holds the body, a {@link JsonValue} that is an object. */
  public static final String BODY = "dev.adk4j.web.body";

  private static final String REFUSER = "dev.adk4j.web.refuser";

  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final Supplier<Map<PathPattern, GuardedPath>> paths;
  private final BodyReader bodies;
  private final String challenge;

  /**
   * @param paths looked up at the first request
   * @param maxBody in bytes
   * @param challenge value of {@code WWW-Authenticate} in a response with status 401
   */
  public EndpointGuard(Supplier<List<GuardedPath>> paths, int maxBody, String challenge) {
    this.paths = SingletonSupplier.of(() -> parsed(paths.get()));
    this.bodies = new BodyReader(maxBody);
    this.challenge = challenge;
  }

  private static Map<PathPattern, GuardedPath> parsed(List<GuardedPath> paths) {
    return paths.stream()
        .collect(
            Collectors.toMap(
                path -> PathPatternParser.defaultInstance.parse(path.path() + "/**"),
                path -> path,
                (one, same) -> one));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    GuardedPath path = CorsUtils.isPreFlightRequest(request) ? null : guarded(request);
    if (path == null) {
      chain.doFilter(request, response);
    } else {
      pass(path, request, response, chain);
    }
  }

  private void pass(
      GuardedPath path, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    AdkProblem.protect(response);
    Refuser refuser = (refused, to) -> AdkProblem.write(refused, challenge, path.rules(), to);
    request.setAttribute(REFUSER, refuser);
    try (BodyReader.Body body = body(path, request)) {
      checkQuery(request);
      checkContentType(request);
      if (path.rules().isJson()) {
        checkAccept(request);
      }
      chain.doFilter(body == null ? request : handedOn(path, request, body), response);
    } catch (AdkException refused) {
      if (response.isCommitted()) {
        throw refused;
      }
      refuser.refuse(refused, response);
    }
  }

  /**
   * Rejects a request that the guard has passed, in the form of its path; for handlers behind the
   * guard.
   */
  public static void refuse(
      AdkException refused, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Refuser refuser = (Refuser) request.getAttribute(REFUSER);
    if (refuser == null) {
      throw refused;
    }
    refuser.refuse(refused, response);
  }

  @FunctionalInterface
  private interface Refuser {
    void refuse(AdkException refused, HttpServletResponse response) throws IOException;
  }

  private @Nullable GuardedPath guarded(HttpServletRequest request) {
    PathContainer within = ServletRequestPathUtils.parse(request).pathWithinApplication();
    for (Map.Entry<PathPattern, GuardedPath> path : paths.get().entrySet()) {
      if (path.getKey().matches(within)) {
        return path.getValue();
      }
    }
    return null;
  }

  private BodyReader.@Nullable Body body(GuardedPath path, HttpServletRequest request)
      throws IOException {
    path.admit().accept(request);
    boolean asked = path.readsToo() || !READING.contains(request.getMethod());
    if (asked && !path.known().test(request)) {
      throw AdkProblem.notAuthenticated();
    }
    boolean empty =
        request.getContentLengthLong() <= 0
            && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
            && path.rules().mayBeEmpty(request);
    return WITH_BODY.contains(request.getMethod()) && !empty ? bodies.read(request) : null;
  }

  /**
   * Checked here because the servlet container reports an unreadable query with errors of its own.
   */
  private static void checkQuery(HttpServletRequest request) {
    try {
      request.getParameterMap();
    } catch (RuntimeException e) {
      throw new AdkException(
          WebErrorCode.E_INPUT_UNREADABLE, "The query of the URL cannot be read.", e);
    }
  }

  /** Spring MVC responds with 500 to a content type that it cannot parse, even without a body. */
  private static void checkContentType(HttpServletRequest request) {
    String given = request.getContentType();
    if (given != null
        && !given.isBlank()
        && !BodyReader.isReadable(() -> MediaType.parseMediaType(given).isConcrete())) {
      throw AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
          .message("The Content-Type header cannot be read; application/json is accepted.")
          .status(415)
          .build();
    }
  }

  /**
   * Rejects a client that does not accept JSON before any processing: the response could not be
   * written.
   */
  private static void checkAccept(HttpServletRequest request) {
    List<String> given = Collections.list(request.getHeaders(HttpHeaders.ACCEPT));
    if (!given.isEmpty() && !BodyReader.isReadable(() -> takesJson(given))) {
      throw AdkException.of(WebErrorCode.E_INPUT_UNREADABLE)
          .message("The Accept header must allow application/json, in UTF-8.")
          .status(406)
          .build();
    }
  }

  private static boolean takesJson(List<String> given) {
    List<MediaType> types = MediaType.parseMediaTypes(given);
    return types.stream().allMatch(BodyReader::isUtf8)
        && (types.isEmpty() || types.stream().anyMatch(EndpointGuard::isJson));
  }

  private static boolean isJson(MediaType type) {
    return type.isCompatibleWith(MediaType.APPLICATION_JSON)
        || type.isCompatibleWith(BodyReader.JSON_SUFFIX);
  }

  private static HttpServletRequest handedOn(
      GuardedPath path, HttpServletRequest request, BodyReader.Body body) {
    request.setAttribute(BODY, body.json());
    JsonValue bound = path.handedOn().apply(body.json());
    return new ReadRequest(request, bound.text().getBytes(StandardCharsets.UTF_8));
  }
}
