package dev.adk4j.limit;

import java.time.InstantSource;
import java.util.LinkedHashSet;

/**
 * Remembers conversations that were counted on this node in the current hour. Beyond its capacity,
 * it drops the oldest, which then count again. Thread-safe.
 */
final class KnownConversations {

  private static final int MOST = 100_000;
  private static final long HOUR_MILLIS = 3_600_000;

  private final InstantSource clock;
  private final LinkedHashSet<Known> known = new LinkedHashSet<>();
  private long hour;

  KnownConversations(InstantSource clock) {
    this.clock = clock;
  }

  private record Known(Owner owner, String conversation) {}

  synchronized boolean contains(Owner owner, String conversation) {
    long now = Math.floorDiv(clock.millis(), HOUR_MILLIS);
    if (now != hour) {
      known.clear();
      hour = now;
    }
    return known.contains(new Known(owner, conversation));
  }

  synchronized void add(Owner owner, String conversation) {
    if (known.add(new Known(owner, conversation)) && known.size() > MOST) {
      known.removeFirst();
    }
  }
}
