package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.Samples;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH, but with the arms one after the other in every round, each in a process of its own, so that
 * they share the machine's moods.
 */
public final class JmhRounds {

  private final Size size;
  private final Map<Case, Map<String, List<Double>>> results = new HashMap<>();

  public JmhRounds(Size size) {
    this.size = size;
  }

  /**
   * One arm of a benchmark.
   *
   * @param method the benchmark's class and method, as JMH's pattern
   */
  public record Case(String method, Map<String, String> parameters) {}

  public void run(List<Case> cases) throws RunnerException {
    for (int round = 0; round < size.rounds(); round++) {
      for (int i = 0; i < cases.size(); i++) {
        run(cases.get((i + round) % cases.size()));
      }
    }
  }

  private void run(Case one) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + one.method.replace(".", "\\.") + "$")
            .forks(1)
            .warmupIterations(size.jmhMillis() < 100 ? 1 : 3)
            .warmupTime(TimeValue.milliseconds(2L * size.jmhMillis()))
            .measurementIterations(size.jmhMillis() < 100 ? 1 : 2)
            .measurementTime(TimeValue.milliseconds(size.jmhMillis()))
            .jvmArgs(
                "-Xms1g",
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "-D" + TurnOverhead.WARM_UP + "=" + size.warmUpMillis())
            .addProfiler("gc")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    one.parameters.forEach(options::param);
    for (RunResult result : new Runner(options.build()).run()) {
      add(one, "time", result.getPrimaryResult().getScore());
      for (Map.Entry<String, Result> second : result.getSecondaryResults().entrySet()) {
        add(one, second.getKey(), second.getValue().getScore());
      }
    }
  }

  private void add(Case one, String what, double value) {
    results
        .computeIfAbsent(one, c -> new HashMap<>())
        .computeIfAbsent(what, w -> new ArrayList<>())
        .add(value);
  }

  /** The rounds of an arm, in the benchmark's unit of time. */
  public Samples time(Case one) {
    return of(one, "time");
  }

  /** What a profiler or counter of that name gave. */
  public Samples of(Case one, String what) {
    Map<String, List<Double>> found = Objects.requireNonNull(results.get(one), one.toString());
    List<Double> values = found.get(what);
    if (values == null) {
      throw new IllegalArgumentException(what + " is none of " + found.keySet());
    }
    return new Samples(values);
  }
}
