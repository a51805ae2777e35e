package dev.adk4j.boot.gate;

import dev.adk4j.boot.internal.turn.TurnLifecycle;
import dev.adk4j.client.AgentRegistry;
import org.springframework.beans.factory.ObjectProvider;

/** Stops starting turns when the application stops, before running turns are aborted. */
final class StoredTurnsLifecycle extends TurnLifecycle {

  private final ObjectProvider<AgentRegistry> turns;

  StoredTurnsLifecycle(ObjectProvider<AgentRegistry> turns) {
    this.turns = turns;
  }

  @Override
  public void stop() {
    super.stop();
    turns.ifAvailable(AgentRegistry::close);
  }
}
