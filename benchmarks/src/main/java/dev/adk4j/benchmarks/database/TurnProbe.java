package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Prints the time, the statements and the bytes of log of one whole turn over PostgreSQL. It runs
 * in a process of its own, so that two builds of the library can take turns.
 */
public final class TurnProbe {

  private static final int CONVERSATIONS = 16;
  private static final int WEIGHED = 10;

  private TurnProbe() {}

  /**
   * The messages stored, milliseconds to warm up, milliseconds to measure; {@code client} for turns
   * through the client.
   */
  public static void main(String[] args) throws Exception {
    int history = Integer.parseInt(args[0]);
    try (BenchmarkDatabase database = BenchmarkDatabase.start(4)) {
      Texts texts = new Texts();
      boolean client = args.length > 3 && args[3].equals("client");
      Arm arm = client ? ClientArm.of(database) : new EngineArm(database);
      Tables.create(database, List.of(arm), texts);
      for (int i = 0; i < CONVERSATIONS; i++) {
        arm.seed("conversation-" + i, history);
      }
      database.settle();
      measure(arm, texts, Long.parseLong(args[1]));
      List<Double> millis = measure(arm, texts, Long.parseLong(args[2]));
      millis.sort(null);
      System.out.println("time " + millis.get(millis.size() / 2) * 1_000);
      database.quietly(
          () -> {
            Cost cost =
                Cost.of(
                    database,
                    arm,
                    texts,
                    () -> "conversation-" + texts.next().length() % CONVERSATIONS,
                    WEIGHED);
            System.out.println("selects " + cost.statements().selects());
            System.out.println("writes " + cost.statements().writes());
            System.out.println("log " + cost.logBytes());
          });
    }
  }

  private static List<Double> measure(Arm arm, Texts texts, long forMillis) throws Exception {
    List<Double> millis = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMillis);
    while (System.nanoTime() < end || millis.isEmpty()) {
      String conversation = "conversation-" + millis.size() % CONVERSATIONS;
      String user = texts.next();
      String assistant = texts.next();
      long before = System.nanoTime();
      arm.turn(conversation, user, assistant);
      millis.add((System.nanoTime() - before) / 1e6);
    }
    return millis;
  }
}
