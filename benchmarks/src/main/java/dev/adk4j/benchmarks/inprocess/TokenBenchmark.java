package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** B6: counting tokens. */
public final class TokenBenchmark {

  private static final JmhRounds.Case LIBRARY = of("library");
  private static final JmhRounds.Case JTOKKIT = of("jtokkit");
  private static final JmhRounds.Case CACHED = of("cached");

  private final JmhRounds rounds;

  public TokenBenchmark(Size size) {
    this.rounds = new JmhRounds(size);
  }

  private static JmhRounds.Case of(String method) {
    return new JmhRounds.Case("TokenCounting." + method, Map.of());
  }

  public Section run() throws RunnerException {
    rounds.run(List.of(LIBRARY, JTOKKIT, CACHED));
    Samples library = rounds.time(LIBRARY);
    Samples cached = rounds.time(CACHED);
    return new Section("B6", "Counting tokens")
        .text("Texts of 400 characters in o200k_base, nanoseconds for each.")
        .table(
            new Table("", "ns", "times jtokkit")
                .row(
                    "ADK for Java, not known yet",
                    library.format(),
                    library.over(rounds.time(JTOKKIT)).format())
                .row("jtokkit alone", rounds.time(JTOKKIT).format(), "")
                .row("ADK for Java, counted before", cached.format(), ""))
        .goal(Goal.within("at most 1.1× jtokkit", library, rounds.time(JTOKKIT), 1.1))
        .goal(Goal.atMost("at most 50 ns when counted before", cached.median(), 50, " ns"));
  }
}
