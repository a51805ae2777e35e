package dev.adk4j.web.internal.protocol;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.EndpointRules;
import dev.adk4j.web.internal.GuardedPath;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines the caller of a request of one protocol, and rejects callers without access.
 * Thread-safe.
 *
 * @param channel name of the protocol in the records of decisions, such as {@code ai-sdk}
 * @param actors null if there are no gates
 */
public record ProtocolAccess(
    String channel, WebScopeResolver scopes, @Nullable GateActors actors, ProtocolOptions options) {

  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * Owner of the conversations of anonymous callers. A scope without a subject cannot be used,
   * because ids in it are unrestricted.
   */
  private static final Scope ANONYMOUS = Scope.DEFAULT.withSubject("(anonymous)");

  /** Returns the guard of the path and of everything below it. */
  public GuardedPath guard(@Nullable String path, EndpointRules rules) {
    return new GuardedPath(
        String.valueOf(path),
        true,
        this::admit,
        request -> rules.isPublic(request) || isKnown(request),
        body -> body,
        rules);
  }

  /** Returns true if the caller is admitted. */
  public boolean isKnown(HttpServletRequest request) {
    return options.allowAnonymous() || scopes.resolve(request).isPresent();
  }

  /**
   * Returns the caller of an admitted request.
   *
   * @throws AdkException {@code E_NOT_AUTHENTICATED}
   */
  public ProtocolCaller caller(HttpServletRequest request) {
    Optional<Scope> scope = scopes.resolve(request);
    if (scope.isEmpty() && !options.allowAnonymous()) {
      throw AdkProblem.notAuthenticated();
    }
    return new ProtocolCaller(
        scope.orElse(ANONYMOUS).withConversation(null),
        actors == null ? null : actors.current(request.getUserPrincipal(), channel).orElse(null));
  }

  /** Rejects pages of other origins, and host names that are not those of this server. */
  public void admit(HttpServletRequest request) {
    String host = request.getHeader("Host");
    if (!isAllowedHost(host)) {
      throw refused(
          "The host is not a name of this server. If it is one, add it to adk.web.allowed-hosts.");
    }
    String origin = request.getHeader("Origin");
    if (origin != null && !options.allowedOrigins().contains(origin) && !isSame(origin, host)) {
      throw refused("The page's origin is not in adk.web.allowed-origins.");
    }
  }

  private boolean isAllowedHost(@Nullable String host) {
    Set<String> allowed = options.allowedHosts();
    if (allowed.isEmpty() && options.allowAnonymous()) {
      allowed = LOCAL;
    }
    return allowed.isEmpty() || (host != null && allowed.contains(withoutPort(host)));
  }

  private static String withoutPort(String host) {
    return host.toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "");
  }

  private static boolean isSame(String origin, @Nullable String host) {
    try {
      return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static AdkException refused(String message) {
    return new AdkException(WebErrorCode.E_ORIGIN_REFUSED, message);
  }
}
