package dev.adk4j.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells browsers to run nothing but the application's own files, and refuses changes that pages of
 * other sites ask for.
 */
@Component
class BrowserSafetyFilter extends OncePerRequestFilter {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final JsonMapper json;

  BrowserSafetyFilter(JsonMapper json) {
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    String from = request.getHeader("Sec-Fetch-Site");
    boolean foreign = "cross-site".equals(from) || "same-site".equals(from);
    if (foreign && !READING.contains(request.getMethod())) {
      response.setStatus(ApiProblem.CROSS_SITE.status().value());
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      json.writeValue(response.getOutputStream(), ApiProblem.CROSS_SITE.problem());
      return;
    }
    chain.doFilter(request, response);
  }
}
