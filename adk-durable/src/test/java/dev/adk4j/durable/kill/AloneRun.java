package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One node with a file of H2, which is killed and started again; it accepts its turns itself. */
final class AloneRun implements AutoCloseable {

  private final Plan plan;
  private final Path directory;
  private final TestDatabase ledger;
  private final Chronicle chronicle = new Chronicle();
  private NodeProcess node;

  AloneRun(Plan plan, Path directory, TestDatabase ledger) {
    this.plan = plan;
    this.directory = directory;
    this.ledger = ledger;
  }

  Outcome run() throws Exception {
    ledger.execute("create table ledger (turn varchar(100), n int)");
    String url = "jdbc:h2:file:" + directory.resolve("node").toAbsolutePath() + ";WRITE_DELAY=0";
    List<String> address = List.of(url, "sa", "");
    long began = System.nanoTime();
    int kills = 0;
    node = start(address, kills);
    while (!node.hasAll(plan.every().toMillis())) {
      node.kill();
      node = start(address, ++kills);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    node.process.outputWriter().close();
    node.process.waitFor();
    Map<String, Integer> turnsOf = new TreeMap<>();
    for (int i = 0; i < plan.turns(); i++) {
      turnsOf.merge("c-" + i / 2, 1, Integer::sum);
    }
    try (TestDatabase database = TestDatabase.open(url, "sa", "", 2)) {
      return new Outcome(
          plan,
          plan.turns(),
          kills,
          took,
          database.query("select distinct state from adk_waiting_turn"),
          Histories.of(database, ledger, plan.settings().work(), turnsOf),
          ledger.count(
              "select count(*) from (select turn, n from ledger group by turn, n having count(*) >"
                  + " 1) twice"),
          chronicle.hits(),
          chronicle.takeOvers(),
          database.count("select count(*) from adk_waiting_turn where token > 1"),
          database.count("select count(*) from adk_task"),
          List.of(),
          Outcome.Zombies.NONE);
    }
  }

  private NodeProcess start(List<String> address, int kills) throws InterruptedException {
    String name = "node-" + kills;
    NodeProcess process =
        NodeProcess.start(
            name,
            chronicle,
            NodeMain.args(
                address, NodeMain.address(ledger), plan.settings().named(name), plan.turns()));
    if (!process.isReady(120_000)) {
      throw new IllegalStateException(name + " did not start");
    }
    return process;
  }

  @Override
  public void close() {
    if (node != null) {
      node.close();
    }
  }
}
