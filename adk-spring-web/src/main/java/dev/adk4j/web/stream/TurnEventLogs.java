package dev.adk4j.web.stream;

import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
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

  private final ReentrantLock lock = new ReentrantLock();
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
    return new TurnEventLog(maxTurnBytes);
  }

  void register(String turnId, Scope scope, TurnEventLog log) {
    lock.lock();
    try {
      dropExpired();
      Entry before = entries.put(turnId, new Entry(scope, log));
      bytes += log.bytes() - (before == null ? 0 : before.log.bytes());
    } finally {
      lock.unlock();
    }
  }

  /** Registers the log of a turn that may not have reported its start yet. */
  void expect(String turnId, Scope scope, TurnEventLog log) {
    lock.lock();
    try {
      if (entries.putIfAbsent(turnId, new Entry(scope, log)) == null) {
        bytes += log.bytes();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the log of the turn, or a new empty one with its name. */
  TurnEventLog ofWaiting(String turnId, Scope scope) {
    lock.lock();
    try {
      return find(scope, turnId)
          .orElseGet(
              () -> {
                TurnEventLog made = create();
                made.end();
                Entry entry = new Entry(scope, made);
                entry.endedAt = clock.instant();
                entries.put(turnId, entry);
                return made;
              });
    } finally {
      lock.unlock();
    }
  }

  /** Returns the log of the turn if it belongs to that scope and is held. */
  Optional<TurnEventLog> find(Scope scope, String turnId) {
    lock.lock();
    try {
      dropExpired();
      return Optional.ofNullable(entries.get(turnId))
          .filter(e -> e.scope.equals(scope))
          .map(e -> e.log);
    } finally {
      lock.unlock();
    }
  }

  Set<Scope> scopes() {
    lock.lock();
    try {
      return entries.values().stream().map(e -> e.scope).collect(Collectors.toSet());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Erases the logs of those scopes; with a time, only those of turns that ended before it.
   *
   * @return number of erased logs
   */
  int erase(Predicate<Scope> which, @Nullable Instant endedBefore) {
    int erased = 0;
    lock.lock();
    try {
      for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
        Entry entry = all.next();
        if (which.test(entry.scope) && (endedBefore == null || entry.endedBefore(endedBefore))) {
          all.remove();
          bytes -= entry.log.bytes();
          entry.log.erase();
          erased++;
        }
      }
    } finally {
      lock.unlock();
    }
    return erased;
  }

  void append(TurnEventLog log, LongFunction<StreamEvent> event) {
    long grown = log.append(event);
    lock.lock();
    try {
      bytes += grown;
      dropEndedUntilItFits();
      trimUntilItFits(log);
    } finally {
      lock.unlock();
    }
  }

  void end(String turnId, TurnEventLog log) {
    log.end();
    lock.lock();
    try {
      Entry entry = entries.get(turnId);
      if (entry != null) {
        entry.endedAt = clock.instant();
      }
    } finally {
      lock.unlock();
    }
  }

  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  private void dropExpired() {
    Instant oldest = clock.instant().minus(retention);
    for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
      Entry entry = all.next();
      if (entry.endedBefore(oldest)) {
        all.remove();
        bytes -= entry.log.bytes();
      }
    }
  }

  private void dropEndedUntilItFits() {
    for (Iterator<Entry> all = entries.values().iterator(); bytes > maxBytes && all.hasNext(); ) {
      Entry entry = all.next();
      if (entry.endedAt != null) {
        all.remove();
        bytes -= entry.log.bytes();
      }
    }
  }

  /** Trims the growing log first, then the others. */
  private void trimUntilItFits(TurnEventLog growing) {
    if (bytes > maxBytes) {
      bytes -= growing.trim(bytes - maxBytes);
      for (Iterator<Entry> all = entries.values().iterator(); bytes > maxBytes && all.hasNext(); ) {
        bytes -= all.next().log.trim(bytes - maxBytes);
      }
    }
  }

  private static final class Entry {

    private final Scope scope;
    private final TurnEventLog log;
    private @Nullable Instant endedAt;

    private Entry(Scope scope, TurnEventLog log) {
      this.scope = scope;
      this.log = log;
    }

    private boolean endedBefore(Instant time) {
      return endedAt != null && endedAt.isBefore(time);
    }
  }
}
