package dev.adk4j.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database that is away at one of the next statements and commits, as in a crash. */
final class UnsteadyDatabase extends DelegatingDataSource {

  /** What becomes of the statement or commit at which the database goes away. */
  enum Loss {
    /** It is not done. */
    OF_THE_WORK,
    /** It is done, and its answer is lost. */
    OF_THE_ANSWER
  }

  private final AtomicInteger next = new AtomicInteger();
  private volatile Loss loss = Loss.OF_THE_WORK;
  private volatile int from = Integer.MAX_VALUE;
  private volatile int to;

  UnsteadyDatabase(DataSource target) {
    super(target);
  }

  /** Goes away at this statement or commit, counted from 0, and at so many in all. */
  void goesAway(Loss loss, int at, int times) {
    this.loss = loss;
    next.set(0);
    from = at;
    to = at + times;
  }

  /** Stays from now on. Returns true if it was away. */
  boolean stays() {
    boolean was = next.get() > from;
    from = Integer.MAX_VALUE;
    return was;
  }

  /** The pool must not be given a connection that it does not know. */
  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return around(Connection.class, super.getConnection());
  }

  private <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              String name = method.getName();
              int number = name.startsWith("execute") || name.equals("commit") ? next() : -1;
              boolean lost = number >= from && number < to;
              if (lost && loss == Loss.OF_THE_WORK) {
                throw gone();
              }
              Object result;
              try {
                result = method.invoke(target, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (lost) {
                throw gone();
              }
              return result instanceof PreparedStatement statement
                  ? around(PreparedStatement.class, statement)
                  : result;
            }));
  }

  private int next() {
    return next.getAndIncrement();
  }

  private static SQLException gone() {
    return new SQLException("the database went away", "08006");
  }
}
