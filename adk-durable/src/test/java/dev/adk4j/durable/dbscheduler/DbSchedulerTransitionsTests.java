package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.QueueTransitions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

class DbSchedulerTransitionsTests extends QueueTransitions {

  @Override
  protected TurnQueue queue(DataSource database) {
    return DbSchedulerTurnQueue.builder(database)
        .poll(Duration.ofMillis(50))
        .heartbeat(Duration.ofMillis(300))
        .build();
  }

  /** The scheduler has taken its task, and has not been heard of since. */
  @Override
  protected StoredTurn claimAndDie(TestDatabase database, TurnStore store, String turnId) {
    database.execute(
        "update adk_task set picked = true, picked_by = 'dead', version = version + 1,"
            + " last_heartbeat = timestamp with time zone '2000-01-01 00:00:00+00'");
    return store.take("acme", turnId, "dead", Duration.ofDays(3650)).orElseThrow();
  }

  @Override
  protected boolean rests(TestDatabase database) {
    return database.count("select count(*) from adk_task where picked") == 0;
  }

  @Override
  protected void end(@Nullable TurnQueue queue) {
    try {
      ((DbSchedulerTurnQueue) Objects.requireNonNull(queue)).drain(Duration.ofSeconds(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
