package dev.adk4j.durable.kill;

import dev.adk4j.jdbc.TestDatabase;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with a {@link ChargingNode}. Ends with its standard input or with SIGTERM, handing over
 * what it runs; a line {@code ARM place} on its input stops its turns there.
 */
public final class NodeMain {

  private NodeMain() {}

  /** Returns the arguments of a node: two databases, what it is told, and turns of its own. */
  static String[] args(
      List<String> database, List<String> ledger, ChargingNode.Settings s, int ownTurns) {
    List<String> args = new ArrayList<>(database);
    args.addAll(ledger);
    Collections.addAll(args, s.name(), s.work().name());
    for (long each :
        new long[] {
          s.threads(),
          s.model().toMillis(),
          s.tool().toMillis(),
          s.heartbeat().toMillis(),
          s.clock().toMillis(),
          s.watched() ? 1 : 0,
          ownTurns
        }) {
      args.add(String.valueOf(each));
    }
    return args.toArray(String[]::new);
  }

  static List<String> address(TestDatabase database) {
    return List.of(
        database.pool().getJdbcUrl(), database.pool().getUsername(), database.pool().getPassword());
  }

  private static Duration millis(String number) {
    return Duration.ofMillis(Long.parseLong(number));
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  public static void main(String[] args) throws Exception {
    ChargingNode.Settings settings =
        new ChargingNode.Settings(
            args[6],
            Work.valueOf(args[7]),
            Integer.parseInt(args[8]),
            millis(args[9]),
            millis(args[10]),
            millis(args[11]),
            millis(args[12]),
            args[13].equals("1"));
    int ownTurns = Integer.parseInt(args[14]);
    TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 16);
    TestDatabase ledger = TestDatabase.open(args[3], args[4], args[5], 8);
    if (ownTurns > 0) {
      database.withTables();
    }
    ChargingNode node = ChargingNode.working(database, ledger, settings, NodeMain::say);
    AtomicBoolean closed = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (closed.compareAndSet(false, true)) {
                    close(node);
                  }
                }));
    say("READY");
    if (ownTurns > 0) {
      Thread.ofPlatform().daemon().start(() -> runAlone(node, database, ownTurns));
    }
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (line.startsWith("ARM ")) {
        node.places.arm(line.substring(4));
      }
    }
    if (closed.compareAndSet(false, true)) {
      close(node);
      ledger.close();
      database.close();
    }
  }

  private static void close(ChargingNode node) {
    try {
      node.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Accepts what was not accepted before, and says when all has ended. */
  private static void runAlone(ChargingNode node, TestDatabase database, int turns) {
    for (int i = 0; i < turns; i++) {
      node.conversation(i / 2).durable().key("turn-" + i).send("Charge " + i % 2 + ".");
    }
    while (database.count(Histories.OPEN) > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    say("ALL");
  }
}
