package dev.adk4j.web.gate;

import dev.adk4j.gate.GateActor;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the actor of the current thread from the application's authentication. Applications
 * with more than one tenant declare their own bean: the default implementations assign all actors
 * to the tenant {@code default}.
 */
@FunctionalInterface
public interface GateActors {

  /**
   * Returns the actor, or empty if the caller is not authenticated.
   *
   * @param principal of the HTTP request; may be null
   * @param channel name of the protocol or endpoint through which the decision came
   */
  Optional<GateActor> current(@Nullable Principal principal, String channel);
}
