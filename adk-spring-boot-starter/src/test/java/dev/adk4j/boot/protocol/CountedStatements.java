package dev.adk4j.boot.protocol;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Counts the statements that requests and turns run, and nothing that is done beside them. */
final class CountedStatements implements BeanPostProcessor {

  private final AtomicInteger count = new AtomicInteger();

  int count() {
    return count.get();
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof DataSource source ? counted(DataSource.class, source) : bean;
  }

  private static boolean serves(Thread thread) {
    return thread.getName().startsWith("http-nio") || thread.getName().startsWith("adk-turn");
  }

  private <T> T counted(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              Object result;
              try {
                result = method.invoke(target, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (method.getName().startsWith("execute") && serves(Thread.currentThread())) {
                count.incrementAndGet();
              }
              if (result instanceof PreparedStatement statement) {
                return counted(PreparedStatement.class, statement);
              }
              return result instanceof Connection connection
                  ? counted(Connection.class, connection)
                  : result;
            }));
  }
}
