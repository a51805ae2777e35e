package dev.adk4j.jdbc.memory;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;

/** Runs whole turns and says which have ended. */
final class WholeTurnWriter {

  private WholeTurnWriter() {}

  /** Address, user, password, and what its ids begin with. */
  public static void main(String[] args) {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 8);
        WholeTurnNode node =
            new WholeTurnNode(database, new Deliveries(database, Duration.ofMillis(15), args[3]))) {
      for (int n = 0; ; n++) {
        String id = args[3] + "-" + n;
        node.turn(WholeTurnNode.scope(n), id);
        say(id);
      }
    }
  }
}
