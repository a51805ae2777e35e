package dev.adk4j.web;

import dev.adk4j.value.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Resolves the tenant and the subject of a request. Declare a bean to name tenants; by default the
 * subject is the authenticated user, in the tenant of the application's {@code ScopeResolver}.
 *
 * <pre>{@code
 * @Bean
 * WebScopeResolver scopes() {
 *   return request ->
 *       Optional.ofNullable(request.getUserPrincipal())
 *           .map(user -> Scope.of(tenantOf(user), user.getName(), null));
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WebScopeResolver {

  /**
   * Returns tenant and subject; empty if the caller is not authenticated. Called on the request's
   * thread. Must not read the body.
   */
  Optional<Scope> resolve(HttpServletRequest request);
}
