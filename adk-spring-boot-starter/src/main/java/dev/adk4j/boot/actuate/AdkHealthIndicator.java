package dev.adk4j.boot.actuate;

import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.boot.internal.turn.OpenTurns;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports up while turns may run, and out of service while the application stops. */
final class AdkHealthIndicator extends AbstractHealthIndicator {

  private final OpenTurns turns;
  private final OpenGates gates;
  private final ObjectProvider<StartupNote> notes;
  private final Supplier<Map<String, String>> leftOutTools;

  AdkHealthIndicator(
      OpenTurns turns,
      OpenGates gates,
      ObjectProvider<StartupNote> notes,
      Supplier<Map<String, String>> leftOutTools) {
    super("The health of the agent could not be determined");
    this.turns = turns;
    this.gates = gates;
    this.notes = notes;
    this.leftOutTools = leftOutTools;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    (turns.isOpen() ? builder.up() : builder.outOfService())
        .withDetail("openTurns", turns.all().size())
        .withDetail("openGates", gates.all().size())
        .withDetail("leftOutTools", leftOutTools.get());
    notes
        .orderedStream()
        .filter(note -> note.topic().equals(StartupNote.RISK))
        .map(note -> note.text().get())
        .filter(risk -> !risk.isEmpty())
        .forEach(risk -> builder.withDetail("storage", risk));
  }
}
