package dev.adk4j.prompt.budget;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** After which time a limit begins anew; days and months are UTC's. */
public enum BudgetPeriod {
  /** Never. */
  ALWAYS("in all"),
  DAY("per day"),
  MONTH("per month");

  private final String words;

  BudgetPeriod(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** A text for the period around that time: {@code 2026-11-22}, {@code 2026-11}, or empty. */
  public String labelAt(Instant time) {
    LocalDate day = LocalDate.ofInstant(time, ZoneOffset.UTC);
    return switch (this) {
      case ALWAYS -> "";
      case DAY -> day.toString();
      case MONTH -> day.toString().substring(0, day.toString().length() - 3);
    };
  }
}
