package dev.adk4j.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Notes every statement that is sent, and every commit and rollback. */
public final class CountingDataSource {

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final DataSource proxy;

  public CountingDataSource(DataSource target) {
    this.proxy =
        proxy(
            DataSource.class,
            target,
            (method, result, args) ->
                result instanceof Connection connection ? connection(connection) : result);
  }

  public DataSource dataSource() {
    return proxy;
  }

  public List<String> sent() {
    return List.copyOf(sent);
  }

  public void forget() {
    sent.clear();
  }

  long selects() {
    return sent.stream().filter(sql -> sql.startsWith("select")).count();
  }

  /** Statements that are neither reading nor ending a transaction. */
  long writes() {
    return sent.stream().filter(sql -> !sql.startsWith("select") && !sql.startsWith("-- ")).count();
  }

  private Connection connection(Connection target) {
    return proxy(
        Connection.class,
        target,
        (method, result, args) -> {
          if (method.equals("commit") || method.equals("rollback")) {
            sent.add("-- " + method);
          }
          return result instanceof PreparedStatement statement
              ? statement(statement, (String) args[0])
              : result;
        });
  }

  private PreparedStatement statement(PreparedStatement target, String sql) {
    return proxy(
        PreparedStatement.class,
        target,
        (method, result, args) -> {
          if (method.startsWith("execute")) {
            sent.add(sql.toLowerCase(Locale.ROOT));
          }
          return result;
        });
  }

  private static <T> T proxy(Class<T> type, T target, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              try {
                return after.call(method.getName(), method.invoke(target, args), args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private interface After {
    Object call(String method, Object result, Object[] args);
  }
}
