package dev.adk4j.boot.actuate;

import dev.adk4j.gate.GateActor;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.AdkProblem;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Settles gates in the name of the authenticated caller; the status is 401 without one. */
@EndpointWebExtension(endpoint = AdkGatesEndpoint.class)
record AdkGatesWebExtension(AdkGatesEndpoint gates, GateActors actors) {

  /** See {@link AdkGatesEndpoint#gate}; returns a problem detail if the gate does not exist. */
  @ReadOperation
  public WebEndpointResponse<Object> gate(@Selector String ref) {
    AdkGatesEndpoint.GateHistory gate = gates.gate(ref);
    return gate != null
        ? new WebEndpointResponse<>(gate)
        : AdkGatesEndpoint.problem(TurnRules.noGate(ref));
  }

  /** See {@link AdkGatesEndpoint#settle(String, String, String, String, String)}. */
  @WriteOperation
  public WebEndpointResponse<Object> settle(
      SecurityContext caller,
      @Selector String turnId,
      @Selector String gateId,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return by(caller, actor -> gates.settle(actor, turnId, gateId, decision, value, reason));
  }

  /** See {@link AdkGatesEndpoint#settleByRef}. */
  @WriteOperation
  public WebEndpointResponse<Object> settleByRef(
      SecurityContext caller,
      @Selector String ref,
      @Nullable String decision,
      @Nullable String value,
      @Nullable String reason) {
    return by(caller, actor -> gates.settle(actor, ref, decision, value, reason));
  }

  private WebEndpointResponse<Object> by(
      SecurityContext caller, Function<GateActor, WebEndpointResponse<Object>> settling) {
    return actor(actors, caller.getPrincipal())
        .map(settling)
        .orElseGet(() -> AdkGatesEndpoint.problem(AdkProblem.notAuthenticated()));
  }

  /** Returns an operator of all tenants with the name and the authorities of the caller. */
  static Optional<GateActor> actor(GateActors actors, @Nullable Principal principal) {
    return actors
        .current(principal, AdkGatesEndpoint.CHANNEL)
        .map(known -> operator(known.name(), List.copyOf(known.authorities())))
        .or(
            () ->
                Optional.ofNullable(principal)
                    .map(somebody -> operator(somebody.getName(), List.of())));
  }

  private static GateActor operator(@Nullable String name, List<String> authorities) {
    return GateActor.of(name, null, authorities, AdkGatesEndpoint.CHANNEL);
  }
}
