package dev.adk4j.boot;

import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/**
 * Names the user that Spring Security authenticated as the owner of conversations, in the default
 * tenant. Names nobody without Spring Security, without a login, and for anonymous users.
 */
final class AuthenticatedUser {

  private static final boolean SECURED =
      ClassUtils.isPresent(
          "org.springframework.security.core.context.SecurityContextHolder",
          AuthenticatedUser.class.getClassLoader());

  private AuthenticatedUser() {}

  static ScopeResolver resolver() {
    return SECURED ? raw -> OfSecurityContext.scope() : raw -> Scope.DEFAULT;
  }

  /** Apart, because Spring Security may be missing. */
  private static final class OfSecurityContext {

    static Scope scope() {
      Authentication user = SecurityContextHolder.getContext().getAuthentication();
      return user == null || !user.isAuthenticated() || user instanceof AnonymousAuthenticationToken
          ? Scope.DEFAULT
          : Scope.DEFAULT.withSubject(user.getName());
    }
  }
}
