package dev.adk4j.boot.actuate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.value.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import tools.jackson.core.JacksonException;

/**
 * The gates that wait on this node. Settling one needs {@code
 * management.endpoint.adkgates.access=unrestricted}: it lets an agent go on.
 */
@Endpoint(id = "adkgates", defaultAccess = Access.READ_ONLY)
public final class AdkGatesEndpoint {

  private final OpenGates gates;
  private final boolean content;

  AdkGatesEndpoint(OpenGates gates, boolean content) {
    this.gates = gates;
    this.content = content;
  }

  @ReadOperation
  public Gates gates() {
    return new Gates(gates.all().stream().map(this::describe).toList());
  }

  /**
   * Settles a gate: 204 where it was open, 404 where there is no such gate.
   *
   * @param decision {@code resolve}, {@code reject} or {@code abort}
   * @param value what to resolve it with, as JSON; nothing is null
   * @param reason why it is rejected
   */
  @WriteOperation
  public WebEndpointResponse<Void> settle(
      @Selector String turnId,
      @Selector String gateId,
      String decision,
      @Nullable String value,
      @Nullable String reason) {
    Optional<TurnGate> gate = gates.find(turnId, gateId);
    if (gate.isEmpty()) {
      return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
    switch (decision) {
      case "resolve" -> resolve(gate.get(), value);
      case "reject" -> gate.get().reject(new GateRejectedException(reason));
      case "abort" -> gate.get().abort();
      default ->
          throw invalid("The decision must be resolve, reject or abort, was '" + decision + "'.");
    }
    return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
  }

  private static void resolve(TurnGate gate, @Nullable String value) {
    try {
      gate.resolve(value == null ? null : Json.mapper().readValue(value, Object.class));
    } catch (JacksonException e) {
      throw invalid("The value must be JSON; a text needs its quotes.");
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION)) {
        throw e;
      }
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private static InvalidEndpointRequestException invalid(String message) {
    return new InvalidEndpointRequestException(message, message);
  }

  private GateDescription describe(TurnGate gate) {
    return new GateDescription(
        gate.turnId(), gate.id(), gate.reason(), gate.createdAt(), content ? gate.payload() : null);
  }

  /**
   * @param gates oldest first
   */
  public record Gates(List<GateDescription> gates) {}

  /**
   * @param payload what is to be decided on; null unless {@code adk.endpoint.include-content} is
   *     set
   */
  public record GateDescription(
      String turnId, String gateId, String reason, Instant createdAt, @Nullable Object payload) {}
}
