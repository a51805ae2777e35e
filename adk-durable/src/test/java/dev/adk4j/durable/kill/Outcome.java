package dev.adk4j.durable.kill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What became of a run.
 *
 * @param kills or restarts
 * @param states of the turns; only {@code completed} where all is well
 * @param hits calls at which nodes were killed
 * @param takeOvers how long each took, sorted
 * @param twice turns that were claimed more than once
 */
record Outcome(
    Plan plan,
    int turns,
    int kills,
    Duration took,
    List<String> states,
    Histories histories,
    long doubled,
    Set<String> hits,
    List<Chronicle.TakeOver> takeOvers,
    long twice,
    long tasks,
    List<String> clientErrors,
    Zombies zombies) {

  /**
   * Runs whose turns others went on with while their node was stopped.
   *
   * @param refused those that were stopped by a write of theirs
   * @param lost those that a heartbeat stopped before
   * @param rows that they have changed afterwards, and committed
   * @param shown errors that they have told
   */
  record Zombies(long seen, long refused, long lost, long rows, List<String> shown) {
    static final Zombies NONE = new Zombies(0, 0, 0, 0, List.of());
  }

  double unknownShare() {
    return histories.calls() == 0 ? 0 : (double) histories.unknown().size() / histories.calls();
  }

  long takeOver(double share) {
    return takeOvers.isEmpty() ? 0 : takeOvers.get((int) ((takeOvers.size() - 1) * share)).last();
  }

  /** The longest time until a node noticed that another one was gone, in milliseconds. */
  long noticed() {
    return takeOvers.stream().mapToLong(Chronicle.TakeOver::noticed).max().orElse(0);
  }

  /** Those whose next node was killed as well, before it began. */
  List<Chronicle.TakeOver> again() {
    return takeOvers.stream().filter(Chronicle.TakeOver::twice).toList();
  }

  /** One row of the table. */
  String row() {
    StringJoiner row = new StringJoiner(" | ", "| ", " |");
    row.add(plan.plague() + " " + plan.settings().work())
        .add(turns + ", " + histories.calls())
        .add(String.valueOf(kills))
        .add(took.toSeconds() + " s")
        .add(states.equals(List.of("completed")) ? "all" : states.toString())
        .add(String.valueOf(doubled))
        .add(String.valueOf(histories.wrong().size() + histories.missing().size()))
        .add(
            String.format(
                Locale.ROOT,
                "%d (%d), %.2f %%",
                histories.unknown().size(),
                histories.ran(),
                100 * unknownShare()))
        .add(plan.plague().isPlace() ? String.valueOf(hits.size()) : "–")
        .add(
            takeOvers.isEmpty()
                ? "–"
                : String.format(
                    Locale.ROOT,
                    "%d: %.2f / %.2f",
                    takeOvers.size(),
                    takeOver(0.5) / 1000.0,
                    takeOver(1) / 1000.0));
    return row.toString();
  }

  static String head() {
    return """
        | | turns, calls | kills | took | ended | doubled | lost or out of order | unknown (had run) | hit | taken over: s p50 / max |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |""";
  }

  /** What must not be, whatever is killed. */
  List<String> broken() {
    List<String> broken = new ArrayList<>();
    check(broken, states.equals(List.of("completed")), "turns ended as " + states);
    check(broken, doubled == 0, doubled + " calls charged twice");
    check(broken, histories.wrong().isEmpty(), "histories: " + histories.wrong());
    check(broken, histories.missing().isEmpty(), "not charged: " + histories.missing());
    check(broken, tasks == 0, tasks + " tasks are left");
    check(broken, clientErrors.isEmpty(), "clients: " + clientErrors);
    check(broken, zombies.rows() == 0, zombies.rows() + " rows changed by stopped nodes");
    check(broken, zombies.shown().isEmpty(), "told by stopped nodes: " + zombies.shown());
    switch (plan.plague()) {
      case TOOL, APPROVED, FLUSH, ANSWER, STREAM, GATE ->
          check(
              broken,
              histories.unknown().equals(hits),
              "hit " + hits + ", unknown " + histories.unknown());
      case ROLLING, CLOCKS, PAUSE -> {
        boolean paused = plan.plague() == Plan.Plague.PAUSE;
        check(broken, paused || histories.unknown().isEmpty(), "unknown: " + histories.unknown());
        check(
            broken, plan.plague() != Plan.Plague.CLOCKS || twice == 0, twice + " turns ran twice");
      }
      default -> {}
    }
    return broken;
  }

  private static void check(List<String> broken, boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }

  /** Times and shares that a quiet machine keeps to. */
  List<String> slow() {
    List<String> slow = new ArrayList<>();
    double most = plan.plague() == Plan.Plague.DATABASE ? 0.01 : 0.005;
    if (plan.plague() == Plan.Plague.NODES || plan.plague() == Plan.Plague.DATABASE) {
      check(
          slow,
          unknownShare() <= most,
          String.format(Locale.ROOT, "%.2f %% unknown", 100 * unknownShare()));
    }
    if (plan.plague() == Plan.Plague.NODES || plan.plague().isPlace()) {
      check(slow, takeOver(0.5) <= 5500, "half of the take-overs took " + takeOver(0.5) + " ms");
      check(slow, takeOver(1) <= 7000, "a take-over took " + takeOver(1) + " ms");
    }
    if (plan.plague() == Plan.Plague.ROLLING) {
      check(slow, takeOver(1) <= 1000, "a hand-over took " + takeOver(1) + " ms");
    }
    return slow;
  }
}
