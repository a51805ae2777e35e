package dev.adk4j.limit;

import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The conversations that were counted on this node in the hour that now is. Of more than it
 * remembers the oldest are forgotten, and count again. Thread-safe.
 */
final class KnownConversations {

  private static final int MOST = 100_000;
  private static final long HOUR_MILLIS = 3_600_000;

  private final InstantSource clock;
  private final Set<Known> known =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Known, Boolean> eldest) {
              return size() > MOST;
            }
          });
  private long hour;

  KnownConversations(InstantSource clock) {
    this.clock = clock;
  }

  synchronized boolean contains(Owner owner, String conversation) {
    long now = Math.floorDiv(clock.millis(), HOUR_MILLIS);
    if (now != hour) {
      known.clear();
      hour = now;
    }
    return known.contains(new Known(owner, conversation));
  }

  synchronized void add(Owner owner, String conversation) {
    known.add(new Known(owner, conversation));
  }

  private record Known(Owner owner, String conversation) {}
}
