package dev.adk4j.durable.dbscheduler;

import static dev.adk4j.durable.dbscheduler.Node.FORGET;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.event.SchedulerListener.SchedulerEventType;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which silence of a process counts where the database was away: no process could be heard. */
class AwayDatabaseTests {

  private static final Duration DEAD_AFTER = Duration.ofSeconds(4);

  /** The longest time between two looks that is no gap. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  @AutoClose private final TestDatabase database = DatabaseKind.H2.empty(4).withTables();
  private final StorageConnections connections =
      StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
  private final TaskRows rows = new TaskRows(connections);
  private final String key = TaskKey.of(Node.turn(1));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final DatabaseClock clock = new DatabaseClock(connections, () -> now);
  private final TurnRuns runs =
      new TurnRuns(
          rows,
          clock,
          Node.of(database.dataSource(), builder -> builder, turn -> FORGET),
          () -> false,
          () -> {},
          DEAD_AFTER);

  @BeforeEach
  void aTurnOfAnotherProcess() {
    rows.wake(key, clock.now());
    database.execute("update adk_task set picked = true, picked_by = 'other'");
    looks(false);
  }

  /** The scheduler looks, and finds the other process silent, or not. */
  private boolean looks(boolean silent) {
    if (silent) {
      Execution execution =
          new Execution(
              clock.now(),
              new TaskInstance<>(TaskRows.TASK, key),
              true,
              "other",
              null,
              null,
              0,
              null,
              database.count("select version from adk_task"));
      runs.task()
          .getDeadExecutionHandler()
          .deadExecution(ExecutionComplete.failure(execution, now, now, null), null);
    }
    runs.onSchedulerEvent(SchedulerEventType.RAN_DETECT_DEAD);
    return database.count("select count(*) from adk_task where picked") == 0;
  }

  private boolean looksAfter(Duration pause) {
    now = now.plus(pause);
    return looks(true);
  }

  @Test
  void takesOverFromASilentProcess() {
    assertThat(looksAfter(LOOK)).isTrue();
  }

  @Test
  void givesAllTheirTimeAgainAfterTheDatabaseWasAway() {
    assertThat(looksAfter(LOOK.plusMillis(1))).isFalse();
    assertThat(looksAfter(LOOK)).isFalse();
    assertThat(looksAfter(LOOK)).isTrue();
  }
}
