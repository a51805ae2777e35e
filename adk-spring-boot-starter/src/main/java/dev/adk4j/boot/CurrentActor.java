package dev.adk4j.boot;

import dev.adk4j.gate.GateActor;
import dev.adk4j.web.gate.GateActors;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Returns the actor of decisions through the client: the principal of the thread's request or
 * login.
 */
final class CurrentActor {

  private static final String CHANNEL = "client";

  private static final boolean SERVLETS =
      ClassUtils.isPresent(
              "org.springframework.web.context.request.ServletRequestAttributes",
              CurrentActor.class.getClassLoader())
          && ClassUtils.isPresent(
              "jakarta.servlet.http.HttpServletRequest", CurrentActor.class.getClassLoader());

  private CurrentActor() {}

  static Optional<GateActor> of(@Nullable GateActors actors) {
    return actors == null
        ? Optional.empty()
        : actors.current(SERVLETS ? OfRequest.principal() : null, CHANNEL);
  }

  /** Separate, because servlets are optional. */
  private static final class OfRequest {

    static @Nullable Principal principal() {
      return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request
          ? request.getRequest().getUserPrincipal()
          : null;
    }
  }
}
