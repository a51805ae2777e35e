package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Takes turns and never ends one. Arguments: URL, user, password, heartbeat in milliseconds. */
public final class QueueProcess {

  private QueueProcess() {}

  public static void main(String[] args) {
    TestDatabase database = TestDatabase.open(args[0], args[1], args[2], 5);
    Duration heartbeat = Duration.ofMillis(Long.parseLong(args[3]));
    Node.of(
            database.dataSource(),
            builder -> builder.heartbeat(heartbeat).node("doomed"),
            turn -> {
              System.out.println(turn.turnId());
              while (true) {
                LockSupport.park();
              }
            })
        .start();
    LockSupport.park();
  }
}
