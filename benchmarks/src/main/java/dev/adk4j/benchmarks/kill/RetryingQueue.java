package dev.adk4j.benchmarks.kill;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The queue that peers get: db-scheduler with the settings that durable turns of this library have,
 * a second between two tries, and eight tries.
 */
final class RetryingQueue {

  private static final TaskDescriptor<Void> TURN = TaskDescriptor.of("turn");
  private static final int TRIES = 8;
  private static final int THREADS = 8;

  private final DataSource dataSource;
  private final JdbcTemplate jdbc;
  private @Nullable Scheduler scheduler;

  RetryingQueue(DataSource dataSource) {
    this.dataSource = dataSource;
    this.jdbc = new JdbcTemplate(dataSource);
  }

  void createTable() {
    jdbc.execute(
        """
        create table scheduled_tasks (
          task_name text not null, task_instance text not null, task_data bytea,
          execution_time timestamp with time zone not null, picked boolean not null, picked_by text,
          last_success timestamp with time zone, last_failure timestamp with time zone,
          consecutive_failures int, last_heartbeat timestamp with time zone, version bigint not null,
          primary key (task_name, task_instance))""");
    jdbc.execute("create index execution_time_idx on scheduled_tasks (execution_time)");
    jdbc.execute("create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)");
  }

  void accept(String turn) {
    SchedulerClient.Builder.create(dataSource)
        .build()
        .scheduleIfNotExists(TURN.instance(turn).build(), Instant.now());
  }

  void work(Consumer<String> worker) {
    OneTimeTask<Void> task =
        Tasks.oneTime(TURN)
            .onDeadExecutionRevive()
            .onFailure(
                new FailureHandler.MaxRetriesFailureHandler<>(
                    TRIES, new FailureHandler.OnFailureRetryLater<>(Duration.ofSeconds(1))))
            .execute((instance, context) -> worker.accept(instance.getId()));
    scheduler =
        Scheduler.create(dataSource, task)
            .pollUsingLockAndFetch(0.5, 1.0)
            .threads(THREADS)
            .pollingInterval(Duration.ofMillis(100))
            .heartbeatInterval(Duration.ofSeconds(1))
            .missedHeartbeatsLimit(4)
            .shutdownMaxWait(Duration.ofSeconds(10))
            .build();
    scheduler.start();
  }

  int open() {
    Integer open = jdbc.queryForObject("select count(*) from scheduled_tasks", Integer.class);
    return open == null ? 0 : open;
  }

  void stop() {
    if (scheduler != null) {
      scheduler.stop();
    }
  }
}
