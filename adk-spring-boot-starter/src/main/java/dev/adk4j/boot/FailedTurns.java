package dev.adk4j.boot;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.StringJoiner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a turn failed. For its caller, a failed turn ends like any other, so it would go
 * unnoticed without a listener. The log contains only codes and types; the message of an exception
 * may quote a prompt and is logged at debug level.
 */
final class FailedTurns {

  private static final Logger log = LoggerFactory.getLogger(FailedTurns.class);

  private FailedTurns() {}

  static void log(ErrorEvent event) {
    log.warn("Turn {} failed: {}", event.turnId(), chain(event.error()));
    log.debug("Turn {} failed", event.turnId(), event.error());
  }

  private static String chain(Throwable error) {
    StringJoiner chain = new StringJoiner(", caused by ");
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable e = error; e != null && seen.add(e); e = e.getCause()) {
      chain.add(e instanceof AdkException known ? known.code() : e.getClass().getName());
    }
    return chain.toString();
  }
}
