package dev.adk4j.docs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** A data source that notes what is prepared on its connections. */
final class StatementLog {

  private static final Pattern TABLE =
      Pattern.compile(
          "(insert into|merge into|update|delete from|from|join|using)\\s+\"?(adk_\\w+)");

  private final DataSource proxy;
  private final List<String> prepared = new ArrayList<>();

  StatementLog(DataSource target) {
    this.proxy = proxy(DataSource.class, target);
  }

  DataSource dataSource() {
    return proxy;
  }

  void forget() {
    prepared.clear();
  }

  /** What the statements do, each once, such as {@code inserts adk_message}. */
  List<String> tables() {
    List<String> tables = new ArrayList<>();
    for (String sql : prepared) {
      Matcher table = TABLE.matcher(sql.toLowerCase(Locale.ROOT));
      while (table.find()) {
        String done = verb(table.group(1)) + " `" + table.group(2) + "`";
        if (!tables.contains(done)) {
          tables.add(done);
        }
      }
    }
    return tables;
  }

  private static String verb(String word) {
    return switch (word) {
      case "insert into" -> "inserts into";
      case "merge into" -> "merges into";
      case "update" -> "updates";
      case "delete from" -> "deletes from";
      default -> "reads";
    };
  }

  private <T> T proxy(Class<T> type, Object target) {
    InvocationHandler handler =
        (self, method, args) -> {
          if (method.getName().startsWith("prepare") && args != null) {
            prepared.add((String) args[0]);
          }
          try {
            Object result = method.invoke(target, args);
            return result instanceof Connection c ? proxy(Connection.class, c) : result;
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
