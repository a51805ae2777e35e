package dev.adk4j.boot.startup;

import java.util.function.Supplier;

/**
 * Tells what the last line of the start says about one part of the agent. For modules of the
 * starter.
 *
 * @param topic {@code storage}, {@code model}, {@code memory}, or {@code risk}
 * @param text asked for once, when the application is ready; a few words, no secrets
 */
public record StartupNote(String topic, Supplier<String> text) {

  public static final String STORAGE = "storage";
  public static final String MODEL = "model";
  public static final String MEMORY = "memory";

  /** Names what the application may lose; also shown by the health indicator. Empty for nothing. */
  public static final String RISK = "risk";
}
