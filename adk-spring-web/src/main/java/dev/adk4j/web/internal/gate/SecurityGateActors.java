package dev.adk4j.web.internal.gate;

import dev.adk4j.gate.GateActor;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import java.security.Principal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** Returns the user that Spring Security authenticated, with their authorities. */
public final class SecurityGateActors implements GateActors {

  @Override
  public Optional<GateActor> current(@Nullable Principal principal, String channel) {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    if (authentication == null
        || !authentication.isAuthenticated()
        || authentication instanceof AnonymousAuthenticationToken) {
      return Optional.empty();
    }
    List<String> authorities =
        authentication.getAuthorities().stream()
            .map(GrantedAuthority::getAuthority)
            .filter(Objects::nonNull)
            .toList();
    return Optional.of(
        GateActor.of(authentication.getName(), Scope.DEFAULT_TENANT, authorities, channel));
  }
}
