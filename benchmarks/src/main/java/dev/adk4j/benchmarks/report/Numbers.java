package dev.adk4j.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them: three digits that matter, whole numbers whole. */
public final class Numbers {

  private Numbers() {}

  public static String format(double value) {
    double size = Math.abs(value);
    if (size >= 1_000_000) {
      return String.format(Locale.ROOT, "%.2f M", value / 1_000_000);
    }
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    return size >= 1
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.3f", value);
  }
}
