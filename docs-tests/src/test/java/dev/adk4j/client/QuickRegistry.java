package dev.adk4j.client;

import dev.adk4j.stored.GateService;
import java.time.Duration;

/** A registry that need not be waited for: it looks for turns every ten milliseconds. */
public final class QuickRegistry {

  private QuickRegistry() {}

  public static AgentRegistry of(GateService gates) {
    return new AgentRegistry(gates, null, Duration.ofMillis(10));
  }
}
