package dev.adk4j.jdbc;

import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnStore;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** With the queue that each process has. */
class LocalQueueTransitionsTests extends QueueTransitions {

  @Override
  protected @Nullable TurnQueue queue(DataSource database) {
    return null;
  }

  @Override
  protected StoredTurn claimAndDie(TestDatabase database, TurnStore store, String turnId) {
    return store.claim("acme", turnId, "dead", Duration.ofMillis(1)).orElseThrow();
  }

  @Override
  protected boolean rests(TestDatabase database) {
    return true;
  }

  @Override
  protected void end(@Nullable TurnQueue queue) {}
}
