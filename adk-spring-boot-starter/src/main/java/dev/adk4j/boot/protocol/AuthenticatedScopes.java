package dev.adk4j.boot.protocol;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebScopeResolver;
import dev.adk4j.web.gate.GateActors;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Returns the authenticated user, in the tenant of the application's {@link ScopeResolver}. A
 * subject that the resolver names takes precedence over the user's name.
 */
record AuthenticatedScopes(GateActors users, @Nullable ScopeResolver resolver)
    implements WebScopeResolver {

  @Override
  public Optional<Scope> resolve(HttpServletRequest request) {
    return users.current(request.getUserPrincipal(), "web").map(this::scope);
  }

  private Scope scope(GateActor user) {
    Scope owner =
        resolver == null
            ? Scope.of(user.tenant() == null ? Scope.DEFAULT_TENANT : user.tenant(), null, null)
            : resolved(resolver);
    return owner.subject() == null ? owner.withSubject(user.name()) : owner;
  }

  private static Scope resolved(ScopeResolver resolver) {
    try {
      return resolver.resolve(RawTurnContext.builder().systemPrompt("").build());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_SCOPE_MISSING, "The ScopeResolver failed: " + e.getMessage(), e);
    }
  }
}
