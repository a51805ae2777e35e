package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork.TenantStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        if (!steps.isEmpty() || !guards.isEmpty()) {
          together(ops, guards, steps, attempt == 1);
        } else if (attempt == 1) {
          first(ops);
        } else {
          carefully(ops);
        }
        return;
      } catch (SQLException e) {
        if (!SqlErrors.isWorthRetrying(e) || attempt == Retry.MAX_ATTEMPTS) {
          throw failure(e);
        }
        Retry.pause(attempt);
      }
    }
  }

  private void first(List<WriteOp> ops) throws SQLException {
    WriteOp only = ops.size() == 1 ? ops.getFirst() : null;
    Flush flush = Flush.of(ops);
    if (flush != null && flush.others().isEmpty()) {
      alone(flush, null);
    } else if (flush != null) {
      database.transaction(
          flush.owner().tenant(),
          c -> {
            flush.run(c, database, null, now());
            return careful.run(c, flush.others(), now());
          });
    } else if (only == null) {
      carefully(ops);
    } else {
      boolean done = database.write(only.owner().tenant(), c -> careful.alone(c, only, now()));
      if (!done) {
        carefully(ops);
      }
    }
  }

  private void alone(Flush flush, JdbcStorageUnitOfWork.@Nullable Guard guard) throws SQLException {
    String tenant = flush.owner().tenant();
    if (database.dialect().flushNeedsTransaction(flush.groups(), guard)) {
      database.transaction(tenant, c -> flush.run(c, database, guard, now()));
    } else {
      database.write(tenant, c -> flush.run(c, database, guard, now()));
    }
  }

  private void together(
      List<WriteOp> ops, List<TenantStep> guards, List<TenantStep> steps, boolean first)
      throws SQLException {
    Flush flush = first ? Flush.of(ops) : null;
    JdbcStorageUnitOfWork.Guard only =
        flush != null
                && guards.size() == 1
                && guards.getFirst().step() instanceof JdbcStorageUnitOfWork.Guard guard
            ? guard
            : null;
    if (flush != null && only != null && flush.others().isEmpty() && steps.isEmpty()) {
      alone(flush, only);
      return;
    }
    if (ops.isEmpty() && steps.isEmpty() && guards.size() == 1) {
      alone(guards.getFirst());
      return;
    }
    database.transaction(
        tenant(ops, guards, steps),
        connection -> {
          run(connection, only == null ? guards : List.of());
          if (flush == null) {
            careful.run(connection, ops, now());
          } else {
            flush.run(connection, database, only, now());
            careful.run(connection, flush.others(), now());
          }
          run(connection, steps);
          return true;
        });
  }

  private void alone(TenantStep guard) throws SQLException {
    Database.Work<Boolean> work =
        connection -> {
          guard.step().run(connection);
          return true;
        };
    if (guard.step() instanceof JdbcStorageUnitOfWork.Guard only
        && !database.dialect().flushNeedsTransaction(List.of(), only)) {
      database.write(guard.tenant(), work);
    } else {
      database.transaction(guard.tenant(), work);
    }
  }

  private static void run(Connection connection, List<TenantStep> steps) throws SQLException {
    for (TenantStep joined : steps) {
      joined.step().run(connection);
    }
  }

  private static String tenant(List<WriteOp> ops, List<TenantStep> guards, List<TenantStep> steps) {
    return ops.isEmpty()
        ? (guards.isEmpty() ? steps : guards).getFirst().tenant()
        : ops.getFirst().owner().tenant();
  }

  private void carefully(List<WriteOp> ops) throws SQLException {
    database.transaction(ops.getFirst().owner().tenant(), c -> careful.run(c, ops, now()));
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
