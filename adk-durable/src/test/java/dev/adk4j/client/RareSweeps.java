package dev.adk4j.client;

import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnQueue;
import java.time.Duration;

/** Registries that look for turns by themselves so rarely that a test does not see it. */
public final class RareSweeps {

  private RareSweeps() {}

  public static AgentRegistry registry(GateService gates, TurnQueue queue) {
    return new AgentRegistry(gates, queue, Duration.ofHours(1));
  }
}
