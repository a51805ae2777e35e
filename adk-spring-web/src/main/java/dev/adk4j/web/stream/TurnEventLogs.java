package dev.adk4j.web.stream;

import static java.util.stream.Collectors.toSet;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Event logs of the turns of this node; logs of ended turns are held for a limited time. Bounded in
 * bytes: ended turns are dropped first, oldest first, then the oldest events of open turns.
 * Thread-safe.
 */
final class TurnEventLogs {

  private final Mutex lock = new Mutex();
  private final Map<String, TurnEventLog> logs = new LinkedHashMap<>();
  final StreamOptions options;
  final InstantSource clock;
  private long bytes;

  TurnEventLogs(StreamOptions options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
  }

  /** Registers the log of a turn, unless that was done before, and returns it. */
  TurnEventLog register(String turnId, TurnEventLog log) {
    return lock.get(
        () -> {
          dropExpired();
          if (!log.registered) {
            log.registered = true;
            logs.put(turnId, log);
          }
          return log;
        });
  }

  /** Returns the log of the turn, or a new empty one with its name. */
  TurnEventLog ofWaiting(String turnId, Scope scope) {
    return lock.get(
        () -> find(scope, turnId).orElseGet(() -> register(turnId, new TurnEventLog(this, scope))));
  }

  /** Returns the log of the turn if it belongs to that scope and is held. */
  Optional<TurnEventLog> find(Scope scope, String turnId) {
    return lock.get(
        () -> {
          dropExpired();
          return Optional.ofNullable(logs.get(turnId)).filter(log -> log.scope.equals(scope));
        });
  }

  Set<Scope> scopes() {
    return lock.get(() -> logs.values().stream().map(log -> log.scope).collect(toSet()));
  }

  /** Erases the logs of those scopes; with a time, only those of turns that ended before it. */
  void erase(Predicate<Scope> which, @Nullable Instant endedBefore) {
    lock.run(
        () ->
            drop(
                log ->
                    which.test(log.scope) && (endedBefore == null || log.endedBefore(endedBefore)),
                TurnEventLog::erase));
  }

  /** Called when a log has grown by that number of bytes. */
  void grew(TurnEventLog log, long grown) {
    lock.run(
        () -> {
          bytes += grown;
          if (excess() > 0) {
            // a client that reads one of them slowly would keep all of it in memory
            drop(old -> excess() > 0 && old.endedBefore(Instant.MAX), old -> old.trim(old.bytes()));
            Stream.concat(Stream.of(log), logs.values().stream())
                .takeWhile(next -> excess() > 0)
                .forEach(next -> bytes -= next.trim(excess()));
          }
        });
  }

  private long excess() {
    return bytes - options.bufferBytes();
  }

  long bytes() {
    return lock.get(() -> bytes);
  }

  private void dropExpired() {
    Instant oldest = clock.instant().minus(options.retention());
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
}
