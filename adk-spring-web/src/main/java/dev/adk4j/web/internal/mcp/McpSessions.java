package dev.adk4j.web.internal.mcp;

import dev.adk4j.internal.Mutex;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records the owner of each session, because the protocol's own server accepts any caller that
 * names a session. Each caller has a limited number of sessions. A further one replaces the session
 * that was idle longest, and its client begins a new one. Thread-safe.
 */
final class McpSessions {

  static final int MOST = 10_000;
  static final int MOST_OF_A_CALLER = 100;

  private final Mutex lock = new Mutex();
  private final Map<String, String> owners = new LinkedHashMap<>(16, 0.75f, true);

  private static String owner(ProtocolCaller caller) {
    return caller.key(caller.actor() == null ? "" : String.valueOf(caller.actor().name()));
  }

  /** Returns true if this caller began the session. */
  boolean isOf(String session, ProtocolCaller caller) {
    return lock.get(() -> owner(caller).equals(owners.get(session)));
  }

  /** Records a new session; returns those that must be closed for it. */
  List<String> begun(String session, ProtocolCaller caller) {
    String owner = owner(caller);
    return lock.get(
        () -> {
          List<String> closed = new ArrayList<>();
          if (owners.values().stream().filter(owner::equals).count() >= MOST_OF_A_CALLER) {
            closed.add(oldest(owner));
          } else if (owners.size() >= MOST) {
            closed.add(oldest(null));
          }
          owners.keySet().removeAll(closed);
          owners.put(session, owner);
          return closed;
        });
  }

  private String oldest(@Nullable String owner) {
    return owners.entrySet().stream()
        .filter(session -> owner == null || session.getValue().equals(owner))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  void forget(String session) {
    lock.run(() -> owners.remove(session));
  }
}
