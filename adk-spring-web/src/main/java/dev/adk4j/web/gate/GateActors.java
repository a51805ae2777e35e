package dev.adk4j.web.gate;

import dev.adk4j.gate.GateActor;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the actor of the current thread from the application's authentication. Applications
 * with more than one tenant declare a bean of their own: the default implementations assign
 * everybody to the tenant {@code default}.
 */
@FunctionalInterface
public interface GateActors {

  /**
   * Returns the actor, or empty if nobody is authenticated.
   *
   * @param principal of the HTTP request; null for none
   * @param channel how the decision came
   */
  Optional<GateActor> current(@Nullable Principal principal, String channel);
}
