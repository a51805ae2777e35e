package dev.adk4j.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * Keeps the first errors that are logged with a stack trace of this project's code; nothing else is
 * written meanwhile. Thread-safe.
 */
final class LogTrap extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private static final int KEPT = 20;

  private final List<String> caught = new CopyOnWriteArrayList<>();
  private final List<Appender<ILoggingEvent>> silenced = new ArrayList<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

  static LogTrap set() {
    LogTrap trap = new LogTrap();
    trap.setContext(trap.root.getLoggerContext());
    trap.start();
    trap.root.iteratorForAppenders().forEachRemaining(trap.silenced::add);
    trap.silenced.forEach(trap.root::detachAppender);
    trap.root.addAppender(trap);
    return trap;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)
        && event.getThrowableProxy() != null
        && (event.getLoggerName().startsWith("dev.adk4j.") || isOurs(event.getThrowableProxy()))
        && caught.size() < KEPT) {
      caught.add(
          event.getLoggerName()
              + ": "
              + event.getFormattedMessage()
              + "\n"
              + ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
  }

  /**
   * Whether it was thrown below code of this project that is no filter: every request passes those.
   */
  private static boolean isOurs(IThrowableProxy thrown) {
    for (StackTraceElementProxy line : thrown.getStackTraceElementProxyArray()) {
      StackTraceElement frame = line.getStackTraceElement();
      if (frame.getClassName().startsWith("dev.adk4j.")
          && !frame.getClassName().startsWith("dev.adk4j.fuzz.")
          && !frame.getMethodName().equals("doFilterInternal")) {
        return true;
      }
    }
    return thrown.getCause() != null && isOurs(thrown.getCause());
  }

  List<String> caught() {
    return List.copyOf(caught);
  }

  @Override
  public void close() {
    root.detachAppender(this);
    silenced.forEach(root::addAppender);
    stop();
  }
}
