package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.StringUtils;
import com.github.kagkarlsson.scheduler.jdbc.JdbcTaskRepositoryContext;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.Execution;
import dev.adk4j.jdbc.internal.StorageSql;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Takes due tasks in one statement, whose commit does not wait for the disk: the claim that follows
 * waits, and what the database writes earlier reaches the disk no later. If the database crashes in
 * between, another process can take the same task. Its version is then another one, so each of the
 * two changes only its own.
 */
final class PostgresTasks extends PostgreSqlJdbcCustomization {

  private static final String ORDER = " order by priority desc, execution_time";

  PostgresTasks() {
    super(false, false);
  }

  @Override
  public List<Execution> lockAndFetchSingleStatement(
      JdbcTaskRepositoryContext context, Instant now, int limit, boolean orderByPriority) {
    String table = context.tableName;
    String take =
        "with taken as (update "
            + table
            + " t set picked = true, picked_by = ?, last_heartbeat = ?, version = ? where (task_name,"
            + " task_instance) in (select task_name, task_instance from "
            + table
            + " where not picked and execution_time <= ? and task_name = ? and "
            + StorageSql.COMMITTED_AT_ONCE
            + ORDER
            + " for update skip locked limit ?) returning t.*) select * from taken"
            + ORDER;
    return context.jdbcRunner.query(
        take,
        statement -> {
          statement.setString(1, StringUtils.truncate(context.schedulerName.getName(), 50));
          setInstant(statement, 2, now);
          statement.setLong(3, ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2));
          setInstant(statement, 4, now);
          statement.setString(5, TaskRows.TASK);
          statement.setInt(6, limit);
        },
        context.resultSetMapper.get());
  }
}
