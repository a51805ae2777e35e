package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.properties.MemoryProperties;
import dev.adk4j.boot.internal.turn.TurnLifecycle;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.FlushReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Initializes the stores and starts sweeping at startup. On stop, saves waiting messages, after the
 * turns have ended and before the beans that the stores need are destroyed.
 */
final class MemoryLifecycle extends TurnLifecycle {

  private static final Logger log = LoggerFactory.getLogger(MemoryLifecycle.class);

  /** After the open turns, which drain together with the web server. */
  static final int PHASE = DEFAULT_PHASE - 2048;

  private final MemoryManager memory;
  private final MemoryProperties properties;

  MemoryLifecycle(MemoryManager memory, MemoryProperties properties) {
    this.memory = memory;
    this.properties = properties;
  }

  @Override
  public void start() {
    if (properties.initialize() == MemoryProperties.Initialize.EAGER) {
      memory.initialize();
    }
    memory.start();
    super.start();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public void stop() {
    super.stop();
    try {
      if (properties.shutdown().flush()) {
        flush();
      }
    } finally {
      memory.close();
    }
  }

  private void flush() {
    FlushReport report = memory.flush(properties.shutdown().flushTimeout());
    if (!report.pending().isEmpty() || !report.complete()) {
      log.warn(
          "Memory was not saved completely within {}: messages left per store {}, {} save(s) failed{}. A journal in"
              + " the database keeps them.",
          properties.shutdown().flushTimeout(),
          report.pending(),
          report.failed(),
          report.complete() ? "" : ", some had not ended");
    }
  }
}
