package dev.adk4j.boot.observe;

import java.util.List;

/**
 * Every meter beside the timers of the observations. The reference table is generated from here.
 */
public enum AdkMeter {

  /** Tokens of each generation, as the executor reported them. */
  TOKENS(
      "adk.tokens",
      "distribution summary",
      "tokens",
      List.of("gen_ai.token.type", "gen_ai.provider.name", "gen_ai.response.model")),

  /** Iterations of each dispatch that ran to completion. */
  ITERATIONS("adk.iterations", "distribution summary", "iterations", List.of("adk.status")),

  /** Records that a fetch returned. */
  ROWS("adk.storage.rows", "distribution summary", "records", List.of("adk.callback")),

  /** Turns that run now. */
  OPEN_TURNS("adk.turns.open", "gauge", "turns", List.of());

  private final String meterName;
  private final String type;
  private final String unit;
  private final List<String> tags;

  AdkMeter(String meterName, String type, String unit, List<String> tags) {
    this.meterName = meterName;
    this.type = type;
    this.unit = unit;
    this.tags = tags;
  }

  public String meterName() {
    return meterName;
  }

  public String type() {
    return type;
  }

  public String unit() {
    return unit;
  }

  public List<String> tags() {
    return tags;
  }
}
