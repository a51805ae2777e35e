package dev.adk4j.boot.actuate;

import java.util.List;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * Actuator endpoint that shows open turns and recently ended turns of this node: times, status and
 * counts.
 */
@Endpoint(id = "adkturns")
public final class AdkTurnsEndpoint {

  private final TurnLedger turns;

  AdkTurnsEndpoint(TurnLedger turns) {
    this.turns = turns;
  }

  @ReadOperation
  public Turns turns() {
    return new Turns(turns.turns());
  }

  /**
   * @param turns open ones first
   */
  public record Turns(List<TurnSummary> turns) {}
}
