package dev.adk4j.boot.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.internal.BoundSessions;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Operation;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Prevents the thread that waits for a turn from holding a connection while the model answers: a
 * bound entity manager releases its connection, and an open transaction, which cannot release it,
 * is rejected. Otherwise waiting callers would exhaust the pool, and the turns could not store
 * records.
 */
record CallersConnections(DataSource dataSource, boolean transactionsAllowed)
    implements Instrumentation {

  CallersConnections {
    while (dataSource instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      dataSource = proxy.getTargetDataSource();
    }
  }

  @Override
  public void beforeTurn() {
    if (!transactionsAllowed
        && TransactionSynchronizationManager.isActualTransactionActive()
        && TransactionSynchronizationManager.hasResource(dataSource)) {
      throw refused();
    }
    BoundSessions.giveBackConnections();
  }

  /** A turn may run on its caller's thread, and its middleware and tools also read entities. */
  @Override
  public <T extends @Nullable Object> T around(Operation operation, Invocation<T> invocation)
      throws Exception {
    if (operation instanceof Operation.Turn) {
      beforeTurn();
    } else {
      BoundSessions.giveBackConnections();
    }
    return invocation.proceed();
  }

  /**
   * A thread that passes work to another one usually waits for it, such as for a call of the model.
   * The work may use its connections.
   */
  @Override
  public Runnable propagate(Runnable task) {
    BoundSessions.giveBackConnections();
    return task;
  }

  private static AdkException refused() {
    String name =
        Objects.requireNonNullElse(
            TransactionSynchronizationManager.getCurrentTransactionName(), "without a name");
    return AdkException.saying(
        AdkErrorCode.E_TURN_IN_TRANSACTION,
        "The transaction '%s' is open on the thread that starts the turn. It would hold"
            + " its connection until the model has answered.",
        name);
  }
}
