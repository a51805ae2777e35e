package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork.Guard;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork.TenantStep;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/**
 * Executes a list of writes, all or none. The first attempt assumes that all records are new. If
 * they are not, or if another writer was faster, it repeats the list with a read before each write.
 * Thread-safe.
 */
final class WriteExecutor {

  private final Database database;
  private final CarefulWriter careful;
  private final InstantSource clock;

  WriteExecutor(Database database, InstantSource clock) {
    this.database = database;
    this.careful = new CarefulWriter(database);
    this.clock = clock;
  }

  void execute(List<WriteOp> ops) {
    execute(ops, List.of(), List.of());
  }

  /** Executes the guards, the writes, and then the steps, all in one transaction. */
  void execute(List<WriteOp> ops, List<TenantStep> guards, List<TenantStep> steps) {
    if (ops.isEmpty() && guards.isEmpty() && steps.isEmpty()) {
      return;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        attempt(ops, guards, steps, attempt == 1);
        return;
      } catch (SQLException e) {
        if (!SqlErrors.isWorthRetrying(e) || attempt == Retry.MAX_ATTEMPTS) {
          throw failure(e);
        }
        Retry.pause(attempt);
      }
    }
  }

  private void attempt(
      List<WriteOp> ops, List<TenantStep> guards, List<TenantStep> steps, boolean first)
      throws SQLException {
    String tenant = tenant(ops, guards, steps);
    Flush flush = first ? Flush.of(ops) : null;
    if (first && flush == null && ops.size() == 1 && guards.isEmpty() && steps.isEmpty()) {
      WriteOp only = ops.getFirst();
      if (database.single(tenant, c -> careful.alone(c, only, now()))) {
        return;
      }
    }
    Guard guard =
        guards.size() == 1 && guards.getFirst().step() instanceof Guard only ? only : null;
    // A flush executes a single guard itself.
    List<TenantStep> before = flush == null || guard == null ? guards : List.of();
    Statements.Work<Boolean> all =
        on -> {
          run(on, before);
          if (flush == null) {
            careful.run(on, ops, now());
          } else {
            database.dialect().flush(on, flush, guard, now());
            careful.run(on, flush.others(), now());
          }
          run(on, steps);
          return true;
        };
    boolean one =
        flush == null
            ? ops.isEmpty() && guard != null
            : before.isEmpty() && flush.others().isEmpty();
    List<RowGroup> groups = flush == null ? List.of() : flush.groups();
    if (one && steps.isEmpty() && !database.dialect().flushNeedsTransaction(groups, guard)) {
      database.single(tenant, all);
    } else {
      database.transaction(tenant, all);
    }
  }

  private static void run(Statements on, List<TenantStep> steps) throws SQLException {
    for (TenantStep joined : steps) {
      joined.step().run(on.connection());
    }
  }

  private static String tenant(List<WriteOp> ops, List<TenantStep> guards, List<TenantStep> steps) {
    return ops.isEmpty()
        ? (guards.isEmpty() ? steps : guards).getFirst().tenant()
        : ops.getFirst().owner().tenant();
  }

  Statements on(Connection connection) {
    return database.sql().on(connection);
  }

  long now() {
    return clock.millis();
  }

  private static AdkException failure(SQLException e) {
    if (SqlErrors.isDuplicateKey(e) || !SqlErrors.isUnavailable(e)) {
      return SqlErrors.translate("storing", e);
    }
    return AdkException.of(AdkErrorCode.E_STORAGE_UNAVAILABLE)
        .message("The database did not answer while storing: " + e.getMessage())
        .help(
            "Run the turn again when the database is available. The last commit may "
                + "have succeeded; storing the same records again changes nothing.")
        .cause(e)
        .build();
  }
}
