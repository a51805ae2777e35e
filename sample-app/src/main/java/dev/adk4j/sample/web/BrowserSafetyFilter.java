package dev.adk4j.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Protects browsers. Allows only the application's own scripts, responds only to host names that
 * are local or configured (against DNS rebinding), and rejects writes from pages of other sites.
 * Runs before all other filters.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class BrowserSafetyFilter extends OncePerRequestFilter {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

  private final JsonMapper json;
  private final Set<String> hosts;

  /**
   * @param hosts accepted host names, besides those of this machine
   */
  BrowserSafetyFilter(JsonMapper json, @Value("${sample.web.hosts:}") Set<String> hosts) {
    this.json = json;
    this.hosts =
        hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    // pages of others neither embed nor frame what is here, nor keep a hand on a window with it
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("X-Frame-Options", "DENY");
    if (!answersTo(request.getServerName())) {
      refuse(ApiProblem.HOST, response);
    } else if (!READING.contains(request.getMethod()) && isForeign(request)) {
      refuse(ApiProblem.CROSS_SITE, response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private boolean answersTo(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return LOCAL.contains(name) || hosts.contains(name);
  }

  /**
   * Returns true if a page of another site sent the request. Browsers omit {@code Sec-Fetch-Site}
   * over plain HTTP, but not {@code Origin}. The scheme is not compared, because a proxy may use
   * another one.
   */
  private static boolean isForeign(HttpServletRequest request) {
    String from = request.getHeader("Sec-Fetch-Site");
    String origin = request.getHeader("Origin");
    return "cross-site".equals(from)
        || "same-site".equals(from)
        || (origin != null && !isOf(origin, request.getHeader("Host")));
  }

  private static boolean isOf(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    return scheme > 0 && host != null && origin.substring(scheme + 3).equalsIgnoreCase(host);
  }

  private void refuse(ApiProblem problem, HttpServletResponse response) throws IOException {
    response.setStatus(problem.status().value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    json.writeValue(response.getOutputStream(), problem.problem());
  }
}
