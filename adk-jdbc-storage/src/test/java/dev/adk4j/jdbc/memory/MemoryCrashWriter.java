package dev.adk4j.jdbc.memory;

import static dev.adk4j.jdbc.Output.say;

import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.value.Scope;
import java.time.Duration;

/** Runs turns and says which have ended, while what they said is extracted in the background. */
final class MemoryCrashWriter {

  private MemoryCrashWriter() {}

  /** Address, user, password, and what its ids begin with. */
  public static void main(String[] args) {
    try (TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 8);
        MemoryNode node =
            new MemoryNode(
                database,
                new Deliveries(database, Duration.ofMillis(15), args[3]),
                MemoryNode.SHORT_LEASE)) {
      for (int n = 0; ; n++) {
        String id = args[3] + "-" + n;
        node.turn(Scope.of("crash", "ann", "c" + n % 3), id);
        say(id);
      }
    }
  }
}
