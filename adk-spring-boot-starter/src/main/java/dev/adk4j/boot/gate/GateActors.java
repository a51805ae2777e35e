package dev.adk4j.boot.gate;

import dev.adk4j.gate.GateActor;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says who is at work on this thread, from what the application authenticated. The one to replace
 * with a bean where there is more than one tenant: the starter's own take everybody for somebody of
 * the tenant {@code default}.
 */
@FunctionalInterface
public interface GateActors {

  /**
   * Who settles; empty where nobody is authenticated.
   *
   * @param principal of the HTTP request; null for none
   * @param channel how the decision came
   */
  Optional<GateActor> current(@Nullable Principal principal, String channel);
}
