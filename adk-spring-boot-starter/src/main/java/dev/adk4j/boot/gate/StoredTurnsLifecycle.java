package dev.adk4j.boot.gate;

import dev.adk4j.client.AgentRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/** Stops starting turns when the application stops, before running turns are aborted. */
final class StoredTurnsLifecycle implements SmartLifecycle {

  private final ObjectProvider<AgentRegistry> turns;
  private volatile boolean running;

  StoredTurnsLifecycle(ObjectProvider<AgentRegistry> turns) {
    this.turns = turns;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    turns.ifAvailable(AgentRegistry::close);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Keeps the turns of a paused context. */
  @Override
  public boolean isPauseable() {
    return false;
  }
}
