package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.DatabaseKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A process's connection, which stops before each statement and each commit.
 *
 * <p>H2 tries a statement again and again, without a pause, that meets a row of a transaction one
 * statement of which has failed before. On a virtual thread that takes the processor from all
 * others, also from the one that would end that transaction: each statement of a turn, which has a
 * virtual thread, is executed by a thread of its own here.
 */
final class SteppedConnection {

  /** A locking select is none. */
  private static final Pattern WRITES =
      Pattern.compile("(insert into|update|delete from)\\s+\\w", Pattern.CASE_INSENSITIVE);

  private static final Set<String> HARMLESS =
      Set.of("close", "rollback", "setAutoCommit", "isClosed", "isValid", "setReadOnly");

  final Connection target;
  final long session;
  private final Stepper stepper;
  private final Stepper.Process process;
  private final UnaryOperator<String> rewrite;
  private final SteppedDatabase database;
  private volatile boolean open;
  private volatile boolean inStatement;
  private volatile long since;

  /** It was seen to wait for another transaction. */
  volatile boolean waited;

  private volatile @Nullable Thread thread;
  private final StringBuilder changed = new StringBuilder();
  private volatile boolean closed;

  private SteppedConnection(
      Connection target,
      long session,
      Stepper stepper,
      Stepper.Process process,
      UnaryOperator<String> rewrite,
      SteppedDatabase database) {
    this.target = target;
    this.session = session;
    this.stepper = stepper;
    this.process = process;
    this.rewrite = rewrite;
    this.database = database;
  }

  /** All connections that a process holds. */
  static final class Pool {
    private final DataSource target;
    private final SteppedDatabase database;
    private final Stepper stepper;
    private final Stepper.Process process;
    private final Set<SteppedConnection> held = ConcurrentHashMap.newKeySet();
    private volatile boolean alone;

    Pool(DataSource target, SteppedDatabase database, Stepper stepper, Stepper.Process process) {
      this.target = target;
      this.database = database;
      this.stepper = stepper;
      this.process = process;
    }

    /** From now on nothing runs by itself. */
    void alone() {
      alone = true;
    }

    DataSource dataSource() {
      return proxy(
          DataSource.class,
          (method, args) ->
              method.getName().equals("getConnection") && args == null
                  ? connect()
                  : invoke(target, method, args));
    }

    private Connection connect() throws SQLException {
      if (process.isKilled()) {
        throw new Stepper.Killed();
      }
      if (alone && Stepper.current() == null) {
        throw new SQLException("nothing runs by itself here", "08001");
      }
      Connection connection = target.getConnection();
      SteppedConnection stepped =
          new SteppedConnection(
              connection,
              database.session(connection),
              stepper,
              process,
              database::rewritten,
              database);
      held.add(stepped);
      database.opened(stepped);
      if (process.isKilled()) {
        stepped.kill();
        throw new Stepper.Killed();
      }
      return stepped.proxy(this);
    }

    /** What was not committed is gone. */
    void kill() {
      held.forEach(SteppedConnection::kill);
    }
  }

  /** Returns whether its statement takes longer than one that waits for nobody, as a rule. */
  boolean takesLong(long millis) {
    return System.nanoTime() - Math.max(since, stepper.lastStep()) > millis * 1_000_000;
  }

  /** Returns whether H2 tries its statement again and again until another transaction ends. */
  boolean triesAgain() {
    Thread running = thread;
    return running != null
        && takesLong(10)
        && Arrays.stream(running.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().startsWith("org.h2.command")
                        && frame.getMethodName().startsWith("execute"));
  }

  /** Whether something of its transaction may keep others waiting. */
  boolean isOpen() {
    return open;
  }

  private synchronized void kill() {
    if (!inStatement) {
      drop();
    }
  }

  private synchronized void drop() {
    if (!closed) {
      closed = true;
      try {
        if (!target.getAutoCommit()) {
          target.rollback();
          target.setAutoCommit(true);
        }
        target.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      } finally {
        open = false;
      }
    }
  }

  private Connection proxy(Pool pool) {
    return proxy(
        Connection.class,
        (method, args) -> {
          String name = method.getName();
          if (process.isKilled()) {
            if (HARMLESS.contains(name)) {
              return name.startsWith("is") ? (Object) true : null;
            }
            throw new Stepper.Killed();
          }
          switch (name) {
            case "commit" -> {
              stepper.step("commit");
              checkWrites();
              target.commit();
              open = false;
              noteCommit();
              return null;
            }
            case "rollback" -> {
              target.rollback();
              open = false;
              changed.setLength(0);
              return null;
            }
            case "close" -> {
              pool.held.remove(this);
              closed = true;
              target.close();
              return null;
            }
            case "prepareStatement" -> {
              String sql = rewrite.apply((String) args[0]);
              Object[] mine = args.clone();
              mine[0] = sql;
              return statement((PreparedStatement) invoke(target, method, mine), sql);
            }
            default -> {
              return invoke(target, method, args);
            }
          }
        });
  }

  /** While the writer keeps its rows: afterwards, who waited for them may have claimed the turn. */
  private void checkWrites() throws SQLException {
    if (!changed.isEmpty()) {
      database.writes(target, changed.toString());
    }
  }

  private void noteCommit() {
    if (!changed.isEmpty()) {
      String what = changed.toString();
      changed.setLength(0);
      database.committed(what);
    }
  }

  private PreparedStatement statement(PreparedStatement statement, String sql) {
    return proxy(
        PreparedStatement.class,
        (method, args) -> {
          if (!method.getName().startsWith("execute")) {
            return invoke(statement, method, args);
          }
          stepper.step(place(sql));
          Object result;
          open = true;
          since = System.nanoTime();
          inStatement = true;
          stepper.inDatabase(this);
          boolean alone = target.getAutoCommit() && WRITES.matcher(sql).find();
          try {
            if (alone) {
              target.setAutoCommit(false);
            }
            result = executed(statement, method, args);
            if (changes(sql, statement, result)) {
              changed.append(sql).append('\n');
            }
            if (alone) {
              checkWrites();
              target.commit();
            }
          } finally {
            if (alone && !closed) {
              target.rollback();
              target.setAutoCommit(true);
            }
            inStatement = false;
            waited = false;
            if (process.isKilled()) {
              drop();
            }
            stepper.inDatabase(null);
          }
          if (process.isKilled()) {
            throw new Stepper.Killed();
          }
          if (target.getAutoCommit()) {
            open = false;
            noteCommit();
          }
          return result;
        });
  }

  private @Nullable Object executed(PreparedStatement statement, Method method, Object[] args)
      throws Throwable {
    thread = Thread.currentThread();
    if (database.kind != DatabaseKind.H2 || !thread.isVirtual()) {
      return invoke(statement, method, args);
    }
    FutureTask<Object> task =
        new FutureTask<>(
            () -> {
              try {
                return invoke(statement, method, args);
              } catch (Exception | Error e) {
                throw e;
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            });
    thread = Thread.ofPlatform().daemon().name("statement").start(task);
    boolean interrupted = false;
    while (true) {
      try {
        return task.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      } catch (InterruptedException e) {
        interrupted = true;
      } finally {
        if (interrupted && task.isDone()) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Writes that return what they wrote have written nothing where they return nothing. */
  private static boolean changes(String sql, PreparedStatement statement, @Nullable Object result)
      throws SQLException {
    if (!WRITES.matcher(sql).find()) {
      return false;
    }
    ResultSet rows = Boolean.TRUE.equals(result) ? statement.getResultSet() : null;
    if (result instanceof ResultSet queried) {
      rows = queried;
    }
    return rows == null ? !Integer.valueOf(0).equals(result) : rows.isBeforeFirst();
  }

  private static String place(String sql) {
    String text = sql.strip().replaceAll("\\s+", " ");
    return text.length() > 90 ? text.substring(0, 90) : text;
  }

  @Override
  public String toString() {
    return "session " + session;
  }

  private interface Handler {
    @Nullable Object call(Method method, Object[] args) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == args[0];
                  case "toString" -> type.getSimpleName();
                  default -> handler.call(method, args);
                }));
  }

  private static @Nullable Object invoke(Object target, Method method, Object[] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
