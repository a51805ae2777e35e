package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.Texts;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.LineChart;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * B1: one turn by length of the history. Each round runs every arm at every length, in another
 * order than the round before.
 */
public final class TurnBenchmark {

  private static final long BUDGET_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Size size;
  private final BenchmarkDatabase database;
  private final Texts texts = new Texts();
  private final List<Arm> arms;
  private final Map<Place, Result> results = new LinkedHashMap<>();
  private final Map<Place, Integer> used = new HashMap<>();

  public TurnBenchmark(Size size, BenchmarkDatabase database) {
    this.size = size;
    this.database = database;
    this.arms = arms(database, texts);
  }

  private static List<Arm> arms(BenchmarkDatabase database, Texts texts) {
    return List.of(
        new AdkArm(database),
        new EngineArm(database),
        new HandWrittenArm(database),
        SessionArm.loadingTail(database),
        SessionArm.loadingAll(database),
        new SpringAiArm(database, SpringAiArm.DEFAULT_WINDOW),
        new SpringAiArm(database, SpringAiArm.UNLIMITED),
        new LangChain4jArm(database, texts, LangChain4jArm.UNLIMITED));
  }

  public Section run() throws Exception {
    prepare();
    database.quietly(this::weigh);
    for (int history : size.histories()) {
      for (int round = 0; round <= size.rounds(); round++) {
        for (int i = 0; i < arms.size(); i++) {
          Arm arm = arms.get((i + round) % arms.size());
          double median = round(arm, history);
          if (round > 0) {
            result(arm, history).millis.add(median);
          }
        }
      }
    }
    return report();
  }

  private void prepare() throws Exception {
    Tables.create(database, arms, texts);
    for (Arm arm : arms) {
      for (int history : size.histories()) {
        results.put(new Place(arm.name(), history), new Result());
        for (int i = 0; i < conversations(history); i++) {
          arm.seed(conversation(arm, history, i), history);
        }
      }
    }
  }

  /** So many that a short history stays short, so few that a long one is seeded in time. */
  private static int conversations(int history) {
    return Math.clamp(2_560 / history, 2, 256);
  }

  private String conversation(Arm arm, int history, int i) {
    // 36 characters is all that one of the peers has room for.
    return arms.indexOf(arm) + "-" + history + "-" + i;
  }

  private String nextConversation(Arm arm, int history) {
    int n = used.merge(new Place(arm.name(), history), 1, Integer::sum);
    return conversation(arm, history, n % conversations(history));
  }

  private double round(Arm arm, int history) throws Exception {
    List<Double> millis = new ArrayList<>();
    long start = System.nanoTime();
    while (millis.size() < size.turnsPerRound()
        && (millis.size() < 2 || System.nanoTime() - start < BUDGET_NANOS)) {
      String conversation = nextConversation(arm, history);
      String user = texts.next();
      String assistant = texts.next();
      long before = System.nanoTime();
      arm.turn(conversation, user, assistant);
      millis.add((System.nanoTime() - before) / 1e6);
    }
    return new Samples(millis).median();
  }

  private void weigh() throws Exception {
    for (int history : size.histories()) {
      for (Arm arm : arms) {
        weigh(arm, history);
      }
    }
  }

  private void weigh(Arm arm, int history) throws Exception {
    Result result = result(arm, history);
    long start = System.nanoTime();
    arm.turn(nextConversation(arm, history), texts.next(), texts.next());
    boolean slow = System.nanoTime() - start > SLOW_NANOS;
    result.cost =
        Cost.of(
            database,
            arm,
            texts,
            () -> nextConversation(arm, history),
            slow ? 3 : Math.min(20, size.turnsPerRound()));
  }

  private Result result(Arm arm, int history) {
    return result(arm.name(), history);
  }

  private Result result(String arm, int history) {
    return Objects.requireNonNull(results.get(new Place(arm, history)));
  }

  private Section report() {
    int longest = size.histories().getLast();
    Section section =
        new Section("B1", "One turn by length of the history")
            .text(
                "A turn is one message of a user and one answer: all six kinds of records fetched, the newest 20 of each,"
                    + " two appends, each on disk when it returns. The peers do what their memory does around one model call."
                    + " Milliseconds, median of the rounds' medians (min–max).")
            .table(times())
            .text(
                "Statements by the server's own count (`pg_stat_statements`), rows written, and bytes of write-ahead log,"
                    + " one turn at "
                    + Numbers.format(longest)
                    + " messages; the log's bytes at the other lengths behind it.")
            .table(weights(longest));
    LineChart time = new LineChart("b1-time.svg", "One turn, by messages stored", "ms");
    LineChart log = new LineChart("b1-log.svg", "Write-ahead log of one turn", "bytes");
    results.forEach(
        (place, result) -> {
          time.point(place.arm, place.history, new Samples(result.millis).median());
          log.point(place.arm, place.history, result.cost.logBytes());
        });
    section.chart(time).chart(log);
    goals(section, longest);
    return section;
  }

  private Table times() {
    List<String> head = new ArrayList<>(List.of(""));
    size.histories().forEach(h -> head.add(Numbers.format(h)));
    head.add("times ADK at " + Numbers.format(size.histories().getLast()));
    Table table = new Table(head.toArray(String[]::new));
    String ours = arms.getFirst().name();
    int longest = size.histories().getLast();
    for (Arm arm : arms) {
      List<String> row = new ArrayList<>(List.of(arm.name()));
      size.histories().forEach(h -> row.add(new Samples(result(arm, h).millis).format()));
      row.add(
          new Samples(result(arm, longest).millis)
              .over(new Samples(result(ours, longest).millis))
              .format());
      table.row(row);
    }
    return table;
  }

  private Table weights(int longest) {
    Table table =
        new Table(
            "", "selects", "writes", "begin, commit", "rows written", "log bytes", "by length");
    for (Arm arm : arms) {
      StatementCounts counts = result(arm, longest).cost.statements();
      table.row(
          arm.name(),
          Numbers.format(counts.selects()),
          Numbers.format(counts.writes()),
          Numbers.format(counts.transactionCommands()),
          Numbers.format(counts.rowsWritten()),
          Numbers.format(result(arm, longest).cost.logBytes()),
          String.join(
              " / ",
              size.histories().stream()
                  .map(h -> Numbers.format(result(arm, h).cost.logBytes()))
                  .toList()));
    }
    return table;
  }

  private void goals(Section section, int longest) {
    int shortest = size.histories().getFirst();
    for (Arm arm : arms.subList(0, 2)) {
      String who = arm.name() + ": ";
      double selects = 0;
      double writes = 0;
      double bytes = 0;
      for (int history : size.histories()) {
        Result result = result(arm, history);
        selects = Math.max(selects, result.cost.statements().selects());
        writes = Math.max(writes, result.cost.statements().writes());
        bytes = Math.max(bytes, result.cost.logBytes());
      }
      section
          .goal(
              Goal.count(
                  who + "at most 6 selects a turn, at every length", selects, Cost.MOST_SELECTS))
          .goal(
              Goal.count(
                  who + "at most 3 writes a turn, at every length", writes, Cost.MOST_WRITES))
          .goal(
              Goal.count(
                  who + "at most 2,560 bytes of log a turn, at every length",
                  bytes,
                  Cost.MOST_LOG_BYTES));
    }
    Samples ours = millis(0, longest);
    String at = " at " + Numbers.format(longest);
    section
        .goal(
            Goal.within(
                "p50" + at + " at most 1.5 × p50 at " + shortest, ours, millis(0, shortest), 1.5))
        .goal(
            Goal.faster(
                "100× faster than Spring AI, unlimited," + at, ours, millis(6, longest), 100))
        .goal(Goal.faster("100× faster than LangChain4j" + at, ours, millis(7, longest), 100))
        .goal(
            Goal.within(
                "no slower than Spring AI Session with lastN(20)" + at,
                ours,
                millis(3, longest),
                1))
        .goal(
            Goal.within(
                "at most 1.3× the same written by hand with JDBC" + at,
                ours,
                millis(2, longest),
                1.3));
  }

  private Samples millis(int arm, int history) {
    return new Samples(result(arms.get(arm), history).millis);
  }

  private record Place(String arm, int history) {}

  private static final class Result {

    private final List<Double> millis = new ArrayList<>();
    private Cost cost = new Cost(new StatementCounts(0, 0, 0, 0), 0);
  }
}
