package dev.adk4j.durable.gates;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/** Notes each use of the database, and shows those during the slowest of several works. */
final class Phases {

  private static final int SLOWEST = 5;

  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
  private final List<Work> slowest = new ArrayList<>();
  private final DataSource proxy;
  private long collecting;

  private record Step(String thread, String what, long from, long to) {}

  private record Work(long from, long to, long collecting, List<Step> steps) {
    long took() {
      return to - from;
    }
  }

  Phases(DataSource target) {
    this.proxy =
        proxy(
            DataSource.class,
            target,
            "",
            result -> result instanceof Connection one ? connection(one) : result);
  }

  DataSource dataSource() {
    return proxy;
  }

  void forget() {
    slowest.clear();
  }

  void begin() {
    steps.clear();
    collecting = collected();
  }

  void end(long from, long to) {
    if (slowest.size() < SLOWEST || slowest.getLast().took() < to - from) {
      List<Step> during =
          steps.stream()
              .filter(step -> step.to > from && step.from < to)
              .sorted(Comparator.comparing(Step::from))
              .toList();
      slowest.add(new Work(from, to, collected() - collecting, during));
      slowest.sort(Comparator.comparing(Work::took).reversed());
      if (slowest.size() > SLOWEST) {
        slowest.removeLast();
      }
    }
  }

  /** A line for each work, and one for each step that began or ended during it. */
  List<String> slowest() {
    List<String> lines = new ArrayList<>();
    for (Work work : slowest) {
      lines.add(line("%.1f ms, of them collecting %d ms", work.took() / 1e6, work.collecting));
      for (Step step : work.steps) {
        lines.add(
            line(
                "  at %7.1f for %6.1f ms  %-22s %s",
                (step.from - work.from) / 1e6,
                (step.to - step.from) / 1e6,
                step.thread,
                step.what));
      }
    }
    return lines;
  }

  private static String line(String text, Object... args) {
    return String.format(Locale.ROOT, text, args);
  }

  private static long collected() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private Object connection(Connection target) {
    return proxy(Connection.class, target, "", result -> result);
  }

  private interface After {
    Object of(Object result);
  }

  private <T> T proxy(Class<T> type, T target, String sql, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              long from = System.nanoTime();
              String name = method.getName();
              try {
                Object result = after.of(method.invoke(target, args));
                return result instanceof PreparedStatement statement
                    ? proxy(PreparedStatement.class, statement, (String) args[0], same -> same)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (name.startsWith("execute")
                    || name.equals("commit")
                    || name.equals("getConnection")) {
                  String what = name + " " + sql;
                  steps.add(
                      new Step(
                          Thread.currentThread().getName(),
                          what.substring(0, Math.min(90, what.length())).replaceAll("\\s+", " "),
                          from,
                          System.nanoTime()));
                }
              }
            }));
  }
}
