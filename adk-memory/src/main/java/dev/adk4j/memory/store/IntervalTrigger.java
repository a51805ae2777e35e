package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;

/**
 * Fires at the end of every n-th turn of a conversation.
 *
 * @param turns the interval in turns; at least 1
 */
public record IntervalTrigger(int turns) implements ExtractionTrigger {

  public IntervalTrigger {
    new Violations()
        .check(turns >= 1, "$.turns", "range", "must be at least 1, was " + turns)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  @Override
  public String name() {
    return "interval";
  }

  @Override
  public void attach(TriggerContext context) {
    context.onTurnEnd(
        turn -> {
          if (context.count(turn.conversation()) % turns == 0) {
            context.fire(turn.conversation());
          }
        });
  }
}
