package dev.adk4j.memory.store;

/** Fires at the end of every turn. */
public final class InvocationTrigger implements ExtractionTrigger {

  @Override
  public String name() {
    return "invocation";
  }

  @Override
  public void attach(TriggerContext context) {
    context.onTurnEnd(turn -> context.fire(turn.conversation()));
  }
}
