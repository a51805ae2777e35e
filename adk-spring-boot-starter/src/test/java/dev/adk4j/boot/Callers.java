package dev.adk4j.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Requests of callers whom a filter knows. */
public final class Callers {

  private Callers() {}

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
