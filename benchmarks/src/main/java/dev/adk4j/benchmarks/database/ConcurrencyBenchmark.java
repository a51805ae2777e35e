package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.Texts;
import dev.adk4j.benchmarks.report.BarChart;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** B2: many conversations at once, and many writers on one. */
public final class ConcurrencyBenchmark {

  private static final int CONVERSATIONS = 64;
  private static final int THREADS = 16;
  private static final int HISTORY = 100;

  private final Size size;
  private final BenchmarkDatabase database;
  private final Texts texts = new Texts();

  public ConcurrencyBenchmark(Size size, BenchmarkDatabase database) {
    this.size = size;
    this.database = database;
  }

  public Section run() throws Exception {
    Section section = new Section("B2", "Concurrency");
    throughput(section);
    races(section);
    return section;
  }

  private void throughput(Section section) throws Exception {
    List<Arm> arms =
        List.of(
            new AdkArm(database),
            new EngineArm(database),
            new HandWrittenArm(database),
            SessionArm.loadingTail(database),
            new SpringAiArm(database, SpringAiArm.DEFAULT_WINDOW),
            new LangChain4jArm(database, texts, HISTORY));
    Tables.create(database, arms, texts);
    for (Arm arm : arms) {
      for (int i = 0; i < CONVERSATIONS; i++) {
        arm.seed(conversation(arms, arm, i), HISTORY);
      }
    }
    database.settle();
    Map<String, List<Double>> turns = new LinkedHashMap<>();
    for (int round = 0; round <= size.rounds(); round++) {
      for (int i = 0; i < arms.size(); i++) {
        Arm arm = arms.get((i + round) % arms.size());
        Load load = new Load(arm, texts, THREADS, n -> conversation(arms, arm, n % CONVERSATIONS));
        double perSecond = load.run(TimeUnit.MILLISECONDS.toNanos(size.sliceMillis()));
        if (round > 0) {
          turns.computeIfAbsent(arm.name(), a -> new ArrayList<>()).add(perSecond);
        }
      }
    }
    Samples ours = samples(turns, arms.get(0));
    BarChart chart =
        new BarChart("b2-throughput.svg", "64 conversations, 16 virtual threads", "turns/s");
    Table table = new Table("", "turns/s", "ADK's share of it");
    for (Arm arm : arms) {
      Samples samples = samples(turns, arm);
      table.row(arm.name(), samples.format(), ours.over(samples).format());
      chart.bar(arm.name(), arm instanceof AdkArm ? 0 : 5, samples);
    }
    section
        .text(
            CONVERSATIONS
                + " conversations of "
                + HISTORY
                + " messages, "
                + THREADS
                + " virtual threads, turns per second, median (min–max). LangChain4j is given a window of "
                + HISTORY
                + ", or its one document would grow while it is measured.")
        .table(table)
        .chart(chart)
        .goal(
            Goal.atLeast(
                "3× the turns of Spring AI with its default window",
                ours.over(samples(turns, arms.get(4))).median(),
                3,
                "×"))
        .goal(
            Goal.atLeast(
                "1.3× the turns of Spring AI Session with lastN(20)",
                ours.over(samples(turns, arms.get(3))).median(),
                1.3,
                "×"));
  }

  private static Samples samples(Map<String, List<Double>> turns, Arm arm) {
    return new Samples(Objects.requireNonNull(turns.get(arm.name())));
  }

  private static String conversation(List<Arm> arms, Arm arm, int i) {
    return "load-" + arms.indexOf(arm) + "-" + i;
  }

  private static Race race(Arm arm, int turns) {
    return new Race(arm, turns, Integer.MAX_VALUE);
  }

  private void races(Section section) throws Exception {
    int few = Math.min(25, size.raceTurns());
    List<Race> races =
        List.of(
            race(new AdkArm(database), size.raceTurns()),
            race(SessionArm.loadingTail(database), size.raceTurns()),
            race(new LangChain4jArm(database, texts, LangChain4jArm.UNLIMITED), few),
            new Race(
                new SpringAiArm(database, SpringAiArm.DEFAULT_WINDOW),
                few,
                SpringAiArm.DEFAULT_WINDOW),
            race(new SpringAiArm(database, SpringAiArm.UNLIMITED), Math.min(3, few)));
    Table table =
        new Table(
            "", "turns", "should hold", "holds", "lost", "doubled", "turns failed", "seconds");
    Race.Outcome ours = null;
    for (Race race : races) {
      Race.Outcome outcome = race.run();
      ours = ours == null ? outcome : ours;
      table.row(
          outcome.arm(),
          Race.WRITERS + " × " + outcome.turnsEach(),
          Numbers.format(outcome.expected()),
          Numbers.format(outcome.found()) + (outcome.stopped() ? ", stopped" : ""),
          Numbers.format(outcome.lost()),
          Numbers.format(outcome.doubled()),
          Numbers.format(outcome.failed()),
          Numbers.format(outcome.seconds()));
    }
    Race.Outcome adk = Objects.requireNonNull(ours);
    section
        .text(
            "Eight writers on one conversation. A window of 20 is meant to hold the last 20 messages and no others."
                + " The unlimited window multiplies what it finds with every racer, so its turns are few, and it is stopped at "
                + Numbers.format(Race.STOP_AT)
                + " rows.")
        .table(table)
        .goal(Goal.count("8 writers on one conversation: lost", adk.lost(), 0))
        .goal(Goal.count("8 writers on one conversation: doubled", adk.doubled(), 0))
        .goal(Goal.count("8 writers on one conversation: turns failed", adk.failed(), 0))
        .goal(
            Goal.count(
                "8 writers on one conversation: gaps in the numbers", adk.gapFree() ? 0 : 1, 0));
  }
}
