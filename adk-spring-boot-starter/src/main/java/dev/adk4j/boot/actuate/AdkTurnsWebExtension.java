package dev.adk4j.boot.actuate;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.AdkProblem;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Returns problem details if {@link AdkTurnsEndpoint} fails, and operates in the name of the
 * authenticated caller; the status is 401 without one.
 */
@EndpointWebExtension(endpoint = AdkTurnsEndpoint.class)
record AdkTurnsWebExtension(AdkTurnsEndpoint turns, GateActors actors) {

  /** See {@link AdkTurnsEndpoint#turns}. */
  @ReadOperation
  public WebEndpointResponse<Object> turns(
      @Nullable String state,
      @Nullable String tenant,
      @Nullable String after,
      @Nullable Integer limit) {
    return answer(() -> turns.turns(state, tenant, after, limit));
  }

  /** See {@link AdkTurnsEndpoint#turn}. */
  @ReadOperation
  public WebEndpointResponse<Object> turn(@Selector String turnId) {
    return answer(() -> turns.turn(turnId));
  }

  /** See {@link AdkTurnsEndpoint#operate(String, String, String)}. */
  @WriteOperation
  public WebEndpointResponse<Object> operate(
      SecurityContext caller,
      @Selector String turnId,
      @Nullable String operation,
      @Nullable String tenant) {
    return answer(
        () ->
            turns.operate(
                AdkGatesWebExtension.actor(actors, caller.getPrincipal())
                    .orElseThrow(AdkProblem::notAuthenticated),
                turnId,
                operation,
                tenant));
  }

  private static WebEndpointResponse<Object> answer(Supplier<Object> operation) {
    try {
      return new WebEndpointResponse<>(operation.get());
    } catch (AdkException e) {
      return AdkGatesEndpoint.problem(e);
    }
  }
}
