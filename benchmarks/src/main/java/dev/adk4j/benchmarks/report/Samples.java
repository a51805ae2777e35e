package dev.adk4j.benchmarks.report;

import java.util.Arrays;
import java.util.List;

/** The results of the rounds of one arm: their median, with the smallest and the largest. */
public record Samples(List<Double> values) {

  public Samples {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("an arm has to be measured at least once");
    }
    values = List.copyOf(values);
  }

  public static Samples of(double... values) {
    return new Samples(Arrays.stream(values).boxed().toList());
  }

  public double median() {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  public double min() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  public double max() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  /**
   * How many times larger these are, round by round: neighbors in time share the machine's moods,
   * which the quotient of two medians would not cancel.
   */
  public Samples over(Samples other) {
    int rounds = Math.min(values.size(), other.values.size());
    double[] ratios = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      ratios[i] = values.get(i) / other.values.get(i);
    }
    return of(ratios);
  }

  /** The median with min and max behind it. */
  public String format() {
    return Numbers.format(median())
        + " ("
        + Numbers.format(min())
        + "–"
        + Numbers.format(max())
        + ")";
  }
}
