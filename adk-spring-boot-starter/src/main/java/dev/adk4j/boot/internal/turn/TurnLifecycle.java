package dev.adk4j.boot.internal.turn;

import org.springframework.context.SmartLifecycle;

/** Lifecycle of a part that runs turns. Keeps the turns of a paused context. */
public abstract class TurnLifecycle implements SmartLifecycle {

  private volatile boolean running;

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public final boolean isRunning() {
    return running;
  }

  @Override
  public final boolean isPauseable() {
    return false;
  }
}
