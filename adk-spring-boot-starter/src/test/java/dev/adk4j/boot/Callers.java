package dev.adk4j.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Requests of callers whom a filter knows. */
public final class Callers {

  private static final String BEARER = "Bearer ";

  private Callers() {}

  /** Returns the bearer token of a request; null if it has none. */
  public static @Nullable String bearer(HttpServletRequest request) {
    String login = request.getHeader("Authorization");
    return login != null && login.startsWith(BEARER) ? login.substring(BEARER.length()) : null;
  }

  public static HttpServletRequest as(@Nullable String user, HttpServletRequest request) {
    return user == null
        ? request
        : new HttpServletRequestWrapper(request) {
          @Override
          public Principal getUserPrincipal() {
            return () -> user;
          }
        };
  }
}
