package dev.adk4j.benchmarks.report;

import java.util.Collection;
import java.util.stream.IntStream;

/** Puts positive numbers on a line of pixels, from one power of ten to another. */
final class LogScale {

  private final int first;
  private final int last;
  private final double from;
  private final double to;

  private LogScale(int first, int last, double from, double to) {
    this.first = first;
    this.last = last;
    this.from = from;
    this.to = to;
  }

  static LogScale over(Collection<Double> values, double from, double to) {
    double min = values.stream().mapToDouble(LogScale::positive).min().orElse(1);
    double max = values.stream().mapToDouble(LogScale::positive).max().orElse(10);
    int first = (int) Math.floor(Math.log10(min));
    int last = (int) Math.ceil(Math.log10(max));
    return new LogScale(first, Math.max(last, first + 1), from, to);
  }

  double at(double value) {
    return from + (to - from) * (Math.log10(positive(value)) - first) / (last - first);
  }

  double[] decades() {
    return IntStream.rangeClosed(first, last).mapToDouble(i -> Math.pow(10, i)).toArray();
  }

  private static double positive(double value) {
    return Math.max(value, 1e-6);
  }
}
