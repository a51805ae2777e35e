package dev.adk4j.boot.internal.startup;

import java.util.function.Supplier;

/**
 * Contributes a part of the agent to the last log line of the startup. For modules of the starter.
 *
 * @param topic {@code storage}, {@code model}, {@code memory}, or {@code risk}
 * @param text supplies a few words without secrets; called once, when the application is ready
 */
public record StartupNote(String topic, Supplier<String> text) {

  public static final String STORAGE = "storage";
  public static final String MODEL = "model";
  public static final String MEMORY = "memory";

  /**
   * Returns the data that the application may lose, which the health indicator also shows; empty
   * for none.
   */
  public static final String RISK = "risk";
}
