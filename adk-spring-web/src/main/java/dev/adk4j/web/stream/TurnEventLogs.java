package dev.adk4j.web.stream;

import static java.util.stream.Collectors.toSet;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Event logs of the turns of this node; logs of ended turns are held for a limited time. Bounded in
 * bytes: ended turns are dropped first, oldest first, then the oldest events of open turns.
 * Thread-safe.
 */
final class TurnEventLogs {

  private final Mutex lock = new Mutex();
  private final Map<String, TurnEventLog> logs = new LinkedHashMap<>();
  private final long maxBytes;
  private final long maxTurnBytes;
  private final Duration retention;
  private final InstantSource clock;
  private long bytes;

  TurnEventLogs(long maxBytes, long maxTurnBytes, Duration retention, InstantSource clock) {
    this.maxBytes = maxBytes;
    this.maxTurnBytes = maxTurnBytes;
    this.retention = retention;
    this.clock = clock;
  }

  /** Creates a log that is not registered yet. */
  TurnEventLog create(Scope scope) {
    return new TurnEventLog(scope, maxTurnBytes, clock);
  }

  void register(String turnId, TurnEventLog log) {
    lock.run(
        () -> {
          dropExpired();
          TurnEventLog before = logs.put(turnId, log);
          bytes += log.bytes() - (before == null ? 0 : before.bytes());
        });
  }

  /** Registers the log of a turn that may not have reported its start yet. */
  void expect(String turnId, TurnEventLog log) {
    lock.run(
        () -> {
          if (logs.putIfAbsent(turnId, log) == null) {
            bytes += log.bytes();
          }
        });
  }

  /** Returns the log of the turn, or a new empty one with its name. */
  TurnEventLog ofWaiting(String turnId, Scope scope) {
    return lock.get(
        () ->
            find(scope, turnId)
                .orElseGet(
                    () -> {
                      TurnEventLog made = create(scope);
                      made.end(true);
                      logs.put(turnId, made);
                      return made;
                    }));
  }

  /** Returns the log of the turn if it belongs to that scope and is held. */
  Optional<TurnEventLog> find(Scope scope, String turnId) {
    return lock.get(
        () -> {
          dropExpired();
          return Optional.ofNullable(logs.get(turnId)).filter(log -> log.scope().equals(scope));
        });
  }

  Set<Scope> scopes() {
    return lock.get(() -> logs.values().stream().map(TurnEventLog::scope).collect(toSet()));
  }

  /** Erases the logs of those scopes; with a time, only those of turns that ended before it. */
  void erase(Predicate<Scope> which, @Nullable Instant endedBefore) {
    lock.run(
        () ->
            drop(
                log ->
                    which.test(log.scope())
                        && (endedBefore == null || log.endedBefore(endedBefore)),
                TurnEventLog::erase));
  }

  void append(TurnEventLog log, LongFunction<StreamEvent> event) {
    long grown = log.append(event);
    lock.run(
        () -> {
          bytes += grown;
          if (bytes > maxBytes) {
            // a client that reads one of them slowly would keep all of it in memory
            drop(old -> bytes > maxBytes && old.hasEnded(), old -> old.trim(old.bytes()));
            trimUntilItFits(log);
          }
        });
  }

  long bytes() {
    return lock.get(() -> bytes);
  }

  private void dropExpired() {
    Instant oldest = clock.instant().minus(retention);
    drop(log -> log.endedBefore(oldest), log -> {});
  }

  /** Drops the logs for which the condition is true, oldest first. */
  private void drop(Predicate<TurnEventLog> which, Consumer<TurnEventLog> dropped) {
    logs.values()
        .removeIf(
            log -> {
              boolean drops = which.test(log);
              if (drops) {
                bytes -= log.bytes();
                dropped.accept(log);
              }
              return drops;
            });
  }

  /** Trims the growing log first, then the others. */
  private void trimUntilItFits(TurnEventLog growing) {
    bytes -= growing.trim(bytes - maxBytes);
    for (Iterator<TurnEventLog> all = logs.values().iterator();
        bytes > maxBytes && all.hasNext(); ) {
      bytes -= all.next().trim(bytes - maxBytes);
    }
  }
}
