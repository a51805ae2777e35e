package dev.adk4j.boot.gate.config;

import dev.adk4j.client.WaitingTurns;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/** Begins no more turns once the application stops, before running turns are aborted. */
final class WaitingTurnsLifecycle implements SmartLifecycle {

  private final ObjectProvider<WaitingTurns> turns;
  private volatile boolean running;

  WaitingTurnsLifecycle(ObjectProvider<WaitingTurns> turns) {
    this.turns = turns;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    turns.ifAvailable(WaitingTurns::close);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** A paused context keeps its turns. */
  @Override
  public boolean isPauseable() {
    return false;
  }
}
