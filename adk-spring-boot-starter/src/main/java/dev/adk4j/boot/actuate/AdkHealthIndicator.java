package dev.adk4j.boot.actuate;

import dev.adk4j.boot.OpenTurns;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports up while turns may run, and out of service while the application stops. */
final class AdkHealthIndicator extends AbstractHealthIndicator {

  private final OpenTurns turns;
  private final OpenGates gates;

  AdkHealthIndicator(OpenTurns turns, OpenGates gates) {
    super("The agent's health could not be told");
    this.turns = turns;
    this.gates = gates;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    (turns.isOpen() ? builder.up() : builder.outOfService())
        .withDetail("openTurns", turns.all().size())
        .withDetail("openGates", gates.all().size());
  }
}
