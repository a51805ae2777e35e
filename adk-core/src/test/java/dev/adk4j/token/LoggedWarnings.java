package dev.adk4j.token;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logged as a warning while it was open. */
final class LoggedWarnings implements AutoCloseable {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> events = new ListAppender<>();

  private LoggedWarnings(Logger logger) {
    this.logger = logger;
    events.start();
    logger.addAppender(events);
    logger.setAdditive(false);
  }

  static LoggedWarnings of(Class<?> type) {
    return new LoggedWarnings((Logger) LoggerFactory.getLogger(type));
  }

  List<String> messages() {
    return events.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(events);
    logger.setAdditive(true);
  }
}
