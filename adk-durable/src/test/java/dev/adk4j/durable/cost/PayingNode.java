package dev.adk4j.durable.cost;

import dev.adk4j.jdbc.TestDatabase;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that runs durable turns between two lines of its input, and again after the next. */
public final class PayingNode {

  static final int THREADS = 10;

  private PayingNode() {}

  /** The database's address, user and password. A line of the input is the model's time in ms. */
  public static void main(String[] args) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], THREADS + 4)) {
      System.out.println("READY");
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        try (PayingAgent agent =
            new PayingAgent(database.dataSource(), THREADS, Duration.ofMillis(100))) {
          agent.model(Duration.ofMillis(Long.parseLong(line))).begin();
          System.out.println("BEGUN");
          input.readLine();
        }
        System.out.println("STOPPED");
      }
    }
  }
}
