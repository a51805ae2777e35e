package dev.adk4j.boot;

import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.gate.SecurityGateActors;
import org.springframework.util.ClassUtils;

/**
 * Returns the user that Spring Security authenticated as the owner of conversations, in the default
 * tenant. Returns no owner without Spring Security, without a login, and for anonymous users.
 */
final class AuthenticatedUser {

  private static final boolean SECURED =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.SecurityContextHolder",
          AuthenticatedUser.class.getClassLoader());

  private AuthenticatedUser() {}

  static ScopeResolver resolver() {
    if (!SECURED) {
      return raw -> Scope.DEFAULT;
    }
    GateActors users = new SecurityGateActors();
    return raw ->
        users
            .current(null, "client")
            .map(user -> Scope.DEFAULT.withSubject(user.name()))
            .orElse(Scope.DEFAULT);
  }
}
