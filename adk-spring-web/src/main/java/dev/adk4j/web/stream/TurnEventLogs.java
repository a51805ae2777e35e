package dev.adk4j.web.stream;

import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Event logs of the turns of this node; logs of ended turns are held for a limited time. Bounded in
 * bytes: ended turns are dropped first, oldest first, then the oldest events of open turns.
 * Thread-safe.
 */
final class TurnEventLogs {

  private final Mutex lock = new Mutex();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
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
  TurnEventLog create() {
    return new TurnEventLog(maxTurnBytes, clock);
  }

  void register(String turnId, Scope scope, TurnEventLog log) {
    lock.run(
        () -> {
          dropExpired();
          Entry before = entries.put(turnId, new Entry(scope, log));
          bytes += log.bytes() - (before == null ? 0 : before.log.bytes());
        });
  }

  /** Registers the log of a turn that may not have reported its start yet. */
  void expect(String turnId, Scope scope, TurnEventLog log) {
    lock.run(
        () -> {
          if (entries.putIfAbsent(turnId, new Entry(scope, log)) == null) {
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
                      Entry made = new Entry(scope, create());
                      made.log.end(0, true, List.of());
                      entries.put(turnId, made);
                      return made.log;
                    }));
  }

  /** Returns the log of the turn if it belongs to that scope and is held. */
  Optional<TurnEventLog> find(Scope scope, String turnId) {
    return lock.get(
        () -> {
          dropExpired();
          return Optional.ofNullable(entries.get(turnId))
              .filter(e -> e.scope.equals(scope))
              .map(e -> e.log);
        });
  }

  Set<Scope> scopes() {
    return lock.get(() -> entries.values().stream().map(e -> e.scope).collect(Collectors.toSet()));
  }

  /** Erases the logs of those scopes; with a time, only those of turns that ended before it. */
  void erase(Predicate<Scope> which, @Nullable Instant endedBefore) {
    lock.run(
        () ->
            drop(entry ->
                    which.test(entry.scope)
                        && (endedBefore == null || entry.log.endedBefore(endedBefore)))
                .forEach(TurnEventLog::erase));
  }

  void append(TurnEventLog log, LongFunction<StreamEvent> event) {
    grew(log, log.append(event));
  }

  /** Ends the run of a turn with these events; see {@link TurnEventLog#end}. */
  void end(TurnEventLog log, int run, boolean rests, List<LongFunction<StreamEvent>> last) {
    grew(log, log.end(run, rests, last));
  }

  private void grew(TurnEventLog log, long grown) {
    lock.run(
        () -> {
          bytes += grown;
          if (bytes > maxBytes) {
            // a client that reads one of them slowly would keep all of it in memory
            drop(entry -> bytes > maxBytes && entry.log.endedBefore(Instant.MAX))
                .forEach(dropped -> dropped.trim(dropped.bytes()));
            trimUntilItFits(log);
          }
        });
  }

  long bytes() {
    return lock.get(() -> bytes);
  }

  private void dropExpired() {
    Instant oldest = clock.instant().minus(retention);
    drop(entry -> entry.log.endedBefore(oldest));
  }

  /** Drops the logs for which the condition is true, oldest first, and returns them. */
  private List<TurnEventLog> drop(Predicate<Entry> which) {
    List<TurnEventLog> dropped = new ArrayList<>();
    entries
        .values()
        .removeIf(
            entry -> {
              boolean drops = which.test(entry);
              if (drops) {
                bytes -= entry.log.bytes();
                dropped.add(entry.log);
              }
              return drops;
            });
    return dropped;
  }

  /** Trims the growing log first, then the others. */
  private void trimUntilItFits(TurnEventLog growing) {
    bytes -= growing.trim(bytes - maxBytes);
    for (Iterator<Entry> all = entries.values().iterator(); bytes > maxBytes && all.hasNext(); ) {
      bytes -= all.next().log.trim(bytes - maxBytes);
    }
  }

  private record Entry(Scope scope, TurnEventLog log) {}
}
