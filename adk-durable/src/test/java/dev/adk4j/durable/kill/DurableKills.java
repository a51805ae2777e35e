package dev.adk4j.durable.kill;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs the full form of what {@link KilledNodesTests} runs in short, and prints what became of it.
 * Arguments: number of turns, and plagues with {@code :several} for several calls an iteration.
 */
public final class DurableKills {

  private DurableKills() {}

  public static void main(String[] args) throws Exception {
    int turns = Integer.parseInt(args[0]);
    boolean holds = true;
    System.out.println(Outcome.head());
    for (String each : Arrays.asList(args).subList(1, args.length)) {
      String[] parts = each.toUpperCase(Locale.ROOT).split(":");
      Plan plan = Plan.full(Plan.Plague.valueOf(parts[0]), turns);
      if (parts.length > 1) {
        plan = plan.with(plan.settings().withWork(Work.valueOf(parts[1])));
      }
      Outcome outcome = run(plan);
      System.out.println(outcome.row());
      if (plan.plague() == Plan.Plague.PAUSE) {
        Outcome.Zombies z = outcome.zombies();
        System.out.printf(
            "  stopped runs: %d, of which %d were refused a write, %d stopped by a heartbeat; %d"
                + " rows changed, told %s%n",
            z.seen(), z.refused(), z.lost(), z.rows(), z.shown());
      }
      outcome
          .again()
          .forEach(
              taken ->
                  System.out.printf(
                      "  killed twice: %.2f s since the first kill, %.2f s since the last%n",
                      taken.first() / 1000.0, taken.last() / 1000.0));
      if (!outcome.takeOvers().isEmpty()) {
        System.out.printf(
            "  taken over: noticed after %.2f s at most; the longest: %s%n",
            outcome.noticed() / 1000.0,
            outcome.takeOvers().reversed().stream()
                .limit(5)
                .map(
                    taken ->
                        "%.2f s, of it %.2f s for a thread"
                            .formatted(
                                taken.last() / 1000.0, (taken.last() - taken.noticed()) / 1000.0))
                .toList());
      }
      for (List<String> what : List.of(outcome.broken(), outcome.slow())) {
        what.forEach(line -> System.out.println("  NOT: " + line));
        holds &= what.isEmpty();
      }
    }
    System.exit(holds ? 0 : 1);
  }

  private static Outcome run(Plan plan) throws Exception {
    try (CrashingPostgres bank = new CrashingPostgres("ledger", 4)) {
      if (plan.plague() == Plan.Plague.ALONE) {
        Path directory = Files.createTempDirectory("adk-kills");
        try (AloneRun run = new AloneRun(plan, directory, bank.database())) {
          return run.run();
        } finally {
          remove(directory);
        }
      }
      try (CrashingPostgres server = new CrashingPostgres("agents", 16);
          KillRun run = new KillRun(plan, server.database(), bank.database(), server::crash)) {
        return run.run();
      }
    }
  }

  private static void remove(Path directory) throws Exception {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
