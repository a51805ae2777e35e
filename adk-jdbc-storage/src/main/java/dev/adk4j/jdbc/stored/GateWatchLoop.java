package dev.adk4j.jdbc.stored;

import dev.adk4j.internal.Mutex;
import dev.adk4j.jdbc.internal.HikariPools;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.TurnStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches for decisions on one thread while a waiter exists, by PostgreSQL's notifications, or by
 * polling if the pool has no spare connection. Also polls if it is notified, because notifications
 * are lost while no connection listens.
 */
final class GateWatchLoop implements TurnStore.Watch {

  private static final Logger log = LoggerFactory.getLogger(GateWatchLoop.class);

  private static final String DOING = "checking for decisions";
  private static final int BATCH = 200;
  private static final int LISTEN_MILLIS = 100;
  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(900);
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final DataSource dataSource;
  private final GateStatements sql;
  private final TurnStore.Watcher watcher;
  private final Mutex lock = new Mutex();
  private final Condition woken = lock.newCondition();
  private volatile boolean closed;
  private boolean awake;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("adk-gate-watch").unstarted(this::run);
  private boolean answering = true;

  GateWatchLoop(DataSource dataSource, GateStatements sql, TurnStore.Watcher watcher) {
    this.dataSource = dataSource;
    this.sql = sql;
    this.watcher = watcher;
  }

  GateWatchLoop start() {
    thread.start();
    return this;
  }

  @Override
  public void wake() {
    lock.run(
        () -> {
          awake = true;
          woken.signalAll();
        });
  }

  @Override
  public void close() {
    closed = true;
    wake();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      try {
        if (watcher.waiting().isEmpty()) {
          pause(TimeUnit.SECONDS.toNanos(1));
        } else if (sql.options().listen()
            && sql.sql().postgres
            && !HikariPools.hasOne(dataSource)) {
          listen();
        } else {
          askAll(null);
          pause(sql.options().pollInterval().toNanos());
        }
        answering = true;
      } catch (SQLException | RuntimeException e) {
        if (answering && !closed) {
          log.warn("Decisions on gates cannot be read; retrying until they can.", e);
          answering = false;
        }
        pause(sql.options().pollInterval().toNanos());
      }
    }
  }

  /**
   * Listens until no waiter has existed for a while, and then returns the connection to the pool.
   */
  private void listen() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PostgresSignals signals = PostgresSignals.listen(connection)) {
      if (signals == null) {
        askAll(connection);
        pause(sql.options().pollInterval().toNanos());
        return;
      }
      long idleSince = System.nanoTime();
      long asked = idleSince - ASK_NANOS;
      while (!closed && System.nanoTime() - idleSince < IDLE_NANOS) {
        if (System.nanoTime() - asked >= ASK_NANOS) {
          askAll(connection);
          asked = System.nanoTime();
        }
        signals.await(LISTEN_MILLIS).forEach(watcher::changed);
        if (!watcher.waiting().isEmpty()) {
          idleSince = System.nanoTime();
        }
      }
    }
  }

  /**
   * Queries over the listening connection, if one exists: a thread that requests a second
   * connection while it holds the last one would wait for itself.
   */
  private void askAll(@Nullable Connection held) throws SQLException {
    Map<String, List<TurnStore.GateName>> byTenant =
        watcher.waiting().stream().collect(Collectors.groupingBy(TurnStore.GateName::tenant));
    for (Map.Entry<String, List<TurnStore.GateName>> one : byTenant.entrySet()) {
      List<String> refs = one.getValue().stream().map(TurnStore.GateName::ref).toList();
      for (int from = 0; from < refs.size(); from += BATCH) {
        ask(one.getKey(), refs.subList(from, Math.min(refs.size(), from + BATCH)), held);
      }
    }
  }

  private void ask(String tenant, List<String> refs, @Nullable Connection held)
      throws SQLException {
    List<String> known = new ArrayList<>();
    Statements.Work<List<String>> question = on -> sql.decided(on, refs, known, tenant);
    List<String> decided =
        held == null ? sql.sql().single(DOING, tenant, question) : over(held, tenant, question);
    Set<String> changed = new HashSet<>(refs);
    known.forEach(changed::remove);
    decided.stream().filter(ref -> !ref.isEmpty()).forEach(changed::add);
    changed.forEach(watcher::changed);
  }

  private List<String> over(Connection held, String tenant, Statements.Work<List<String>> question)
      throws SQLException {
    held.setAutoCommit(false);
    List<String> decided = sql.sql().within(DOING, tenant, held, question);
    held.commit();
    held.setAutoCommit(true);
    return decided;
  }

  private void pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (!closed && !awake && left > 0) {
        left = woken.awaitNanos(left);
      }
      awake = false;
    } catch (InterruptedException e) {
      closed = true;
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
