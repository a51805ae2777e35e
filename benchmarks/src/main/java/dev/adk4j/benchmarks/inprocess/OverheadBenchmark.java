package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.BarChart;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** B3: what a turn costs beside the model and the database. */
public final class OverheadBenchmark {

  private static final int MOST_KILOBYTES = 16;

  private final Size size;
  private final JmhRounds rounds;
  private final List<Integer> histories;

  public OverheadBenchmark(Size size) {
    this.size = size;
    this.rounds = new JmhRounds(size);
    this.histories = size.histories().stream().filter(h -> h <= 1_000).toList();
  }

  public Section run() throws RunnerException {
    List<JmhRounds.Case> cases = new ArrayList<>();
    for (int history : histories) {
      for (ModelArms arm : arms(history)) {
        cases.add(of(arm, history));
      }
    }
    rounds.run(cases);
    return report();
  }

  /** Without memory the history makes no difference. */
  private List<ModelArms> arms(int history) {
    return history == histories.getFirst()
        ? List.of(ModelArms.values())
        : Arrays.stream(ModelArms.values())
            .filter(arm -> arm != ModelArms.SPRING_AI_NO_MEMORY)
            .toList();
  }

  private static JmhRounds.Case of(ModelArms arm, int history) {
    return new JmhRounds.Case(
        "TurnOverhead.turns", Map.of("arm", arm.name(), "history", String.valueOf(history)));
  }

  private Samples micros(ModelArms arm, int history) {
    return rounds.time(of(arm, history));
  }

  private Samples kilobytes(ModelArms arm, int history) {
    JmhRounds.Case one = of(arm, history);
    Samples bytes = rounds.of(one, "bytes");
    Samples batches = rounds.of(one, "batches");
    return new Samples(
        bytes.over(batches).values().stream().map(b -> b / TurnOverhead.BATCH / 1_024).toList());
  }

  private Section report() {
    List<String> head = new ArrayList<>(List.of(""));
    histories.forEach(h -> head.add("µs at " + Numbers.format(h)));
    histories.forEach(h -> head.add("KB at " + Numbers.format(h)));
    Table table = new Table(head.toArray(String[]::new));
    BarChart chart = new BarChart("b3-overhead.svg", "Overhead of a turn", "µs");
    for (ModelArms arm : ModelArms.values()) {
      List<String> row = new ArrayList<>(List.of(arm.label()));
      histories.forEach(h -> row.add(arms(h).contains(arm) ? micros(arm, h).format() : ""));
      histories.forEach(
          h -> row.add(arms(h).contains(arm) ? Numbers.format(kilobytes(arm, h).median()) : ""));
      table.row(row);
    }
    for (int history : histories) {
      for (ModelArms arm : arms(history)) {
        chart.bar(
            arm.label() + " at " + Numbers.format(history), arm.ordinal(), micros(arm, history));
      }
    }
    Section section =
        new Section("B3", "Overhead of a turn")
            .text(
                "In-memory storage, a model that answers \"ok\" at once, by messages stored. JMH, average time, a process for each"
                    + " arm and round, warm once the compiler has little left to do or has had "
                    + Numbers.format(size.warmUpMillis() / 1_000)
                    + " seconds; bytes are those of all threads. This library fetches all six kinds and stores both messages;"
                    + " its executor is given the records and does not render a prompt from them, which the peers' clients do.")
            .table(table)
            .chart(chart);
    goals(section);
    return section;
  }

  private void goals(Section section) {
    int shortest = histories.getFirst();
    int longest = histories.getLast();
    Samples few = micros(ModelArms.ADK, shortest);
    Samples many = micros(ModelArms.ADK, longest);
    section
        .goal(Goal.atMost("at most 20 µs at " + shortest, few.median(), 20, " µs"))
        .goal(
            Goal.atMost(
                "at most 16 KB allocated at " + shortest,
                kilobytes(ModelArms.ADK, shortest).median(),
                MOST_KILOBYTES,
                " KB"))
        .goal(
            Goal.faster(
                "1.5× faster than Spring AI with memory at " + shortest,
                few,
                micros(ModelArms.SPRING_AI, shortest),
                1.5))
        .goal(
            Goal.faster(
                "5× faster than Google ADK at " + shortest,
                few,
                micros(ModelArms.GOOGLE_ADK, shortest),
                5))
        .goal(
            Goal.faster(
                "8× faster than Spring AI with memory at " + Numbers.format(longest),
                many,
                micros(ModelArms.SPRING_AI, longest),
                8))
        .goal(
            Goal.faster(
                "20× faster than Google ADK at " + Numbers.format(longest),
                many,
                micros(ModelArms.GOOGLE_ADK, longest),
                20));
  }
}
