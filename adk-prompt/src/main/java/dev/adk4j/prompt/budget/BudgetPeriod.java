package dev.adk4j.prompt.budget;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Period after which a limit restarts; days and months are in UTC. */
public enum BudgetPeriod {
  /** One period without an end. */
  ALWAYS("in all"),
  /** A day. */
  DAY("per day"),
  /** A calendar month. */
  MONTH("per month");

  private final String words;

  BudgetPeriod(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * Returns the label of the period at that time: {@code 2026-11-22}, {@code 2026-11}, or empty.
   */
  public String labelAt(Instant time) {
    LocalDate day = LocalDate.ofInstant(time, ZoneOffset.UTC);
    return switch (this) {
      case ALWAYS -> "";
      case DAY -> day.toString();
      case MONTH -> day.toString().substring(0, day.toString().length() - 3);
    };
  }
}
