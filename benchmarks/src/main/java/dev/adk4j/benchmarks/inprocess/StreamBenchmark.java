package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.JavaProcess;
import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.BarChart;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** B4: streams of deltas, and gates that are held open. */
public final class StreamBenchmark {

  private static final List<ModelArms> ARMS =
      List.of(ModelArms.ADK, ModelArms.SPRING_AI, ModelArms.LANGCHAIN4J, ModelArms.GOOGLE_ADK);

  private final Size size;
  private final JmhRounds rounds;

  public StreamBenchmark(Size size) {
    this.size = size;
    this.rounds = new JmhRounds(size);
  }

  public Section run() throws Exception {
    Section section = new Section("B4", "Streams and gates");
    streams(section);
    gates(section);
    return section;
  }

  private void streams(Section section) throws Exception {
    JmhRounds.Case many = of(ModelArms.ADK, 10 * size.deltas());
    List<JmhRounds.Case> cases = new ArrayList<>();
    ARMS.forEach(arm -> cases.add(of(arm, size.deltas())));
    cases.add(many);
    rounds.run(cases);
    Table table = new Table("", "deltas", "M deltas/s", "bytes per delta");
    BarChart chart = new BarChart("b4-streams.svg", "Streams, one listener", "M deltas/s");
    for (JmhRounds.Case one : cases) {
      String label = ModelArms.valueOf(String.valueOf(one.parameters().get("arm"))).label();
      String deltas = Numbers.format(deltas(one));
      table.row(label, deltas, speed(one).format(), Numbers.format(bytes(one).median()));
      chart.bar(label + ", " + deltas, one == many ? 0 : cases.indexOf(one), speed(one));
    }
    Samples ours = speed(cases.getFirst());
    section
        .text(
            "A turn whose answer comes in deltas of five characters, with one listener that adds up their lengths. This library,"
                + " Spring AI and Google ADK stream through their bus or publisher; LangChain4j calls the listener directly on the"
                + " model's thread, with neither bus nor accumulated text: an upper bound.")
        .table(table)
        .chart(chart)
        .goal(
            Goal.atLeast(
                "at least 3 M deltas/s, " + Numbers.format(size.deltas()) + " of them",
                ours.median(),
                3,
                " M/s"))
        .goal(
            Goal.atLeast(
                "at least 3 M deltas/s, " + Numbers.format(10.0 * size.deltas()) + " of them",
                speed(many).median(),
                3,
                " M/s"))
        .goal(
            Goal.atMost(
                "linear: ten times the deltas take at most 12 times as long",
                rounds.time(many).over(rounds.time(cases.getFirst())).median(),
                12,
                "×"));
  }

  private static JmhRounds.Case of(ModelArms arm, int deltas) {
    return new JmhRounds.Case(
        "Streaming.stream", Map.of("arm", arm.name(), "deltas", String.valueOf(deltas)));
  }

  private static int deltas(JmhRounds.Case one) {
    return Integer.parseInt(String.valueOf(one.parameters().get("deltas")));
  }

  /** Deltas per microsecond are millions per second. */
  private Samples speed(JmhRounds.Case one) {
    return new Samples(
        rounds.time(one).values().stream().map(micros -> deltas(one) / micros).toList());
  }

  private Samples bytes(JmhRounds.Case one) {
    return new Samples(
        rounds.of(one, "gc.alloc.rate.norm").values().stream().map(b -> b / deltas(one)).toList());
  }

  private void gates(Section section) throws Exception {
    List<Probe> probes =
        List.of(
            new Probe("gates", "gates of one turn", size.gates()),
            new Probe("turns", "turns, each waiting at a gate", size.gates() / 5),
            new Probe("threads", "blocked platform threads", Math.min(2_000, size.gates())));
    for (int round = 0; round < size.rounds(); round++) {
      for (Probe probe : probes) {
        probe.run();
      }
    }
    Table table =
        new Table(
            "", "open at once", "KB of heap each", "KB resident each", "s to open", "s to settle");
    for (Probe probe : probes) {
      table.row(
          probe.label,
          Numbers.format(probe.count),
          probe.kilobytes("heap").format(),
          probe.kilobytes("resident").format(),
          probe.seconds("opened").format(),
          probe.seconds("settled").format());
    }
    section
        .text(
            "Waits that are open at once, each round in a process of its own. A library that blocks the caller's platform thread"
                + " at an approval pays the last line.")
        .table(table)
        .goal(
            Goal.atMost(
                Numbers.format(size.gates()) + " gates open at once, at most 4 KB each",
                probes.getFirst().kilobytes("heap").median(),
                4,
                " KB"));
  }

  private static final class Probe {

    private final String mode;
    private final String label;
    private final int count;
    private final List<List<String>> outputs = new ArrayList<>();

    private Probe(String mode, String label, int count) {
      this.mode = mode;
      this.label = label;
      this.count = count;
    }

    private void run() throws Exception {
      outputs.add(
          JavaProcess.run(
              JavaProcess.classPath(),
              List.of("-Xmx2g", "-XX:+UseSerialGC"),
              GateProbe.class,
              mode,
              String.valueOf(count)));
    }

    private Samples kilobytes(String what) {
      return new Samples(outputs.stream().map(o -> JavaProcess.number(o, what) / 1_024).toList());
    }

    private Samples seconds(String what) {
      return new Samples(outputs.stream().map(o -> JavaProcess.number(o, what)).toList());
    }
  }
}
