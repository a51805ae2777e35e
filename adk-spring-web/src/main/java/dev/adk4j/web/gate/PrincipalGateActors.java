package dev.adk4j.web.gate;

import dev.adk4j.gate.GateActor;
import dev.adk4j.value.Scope;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Returns the principal that the web server authenticated, without authorities. */
public final class PrincipalGateActors implements GateActors {

  @Override
  public Optional<GateActor> current(@Nullable Principal principal, String channel) {
    return principal == null
        ? Optional.empty()
        : Optional.of(GateActor.of(principal.getName(), Scope.DEFAULT_TENANT, List.of(), channel));
  }
}
