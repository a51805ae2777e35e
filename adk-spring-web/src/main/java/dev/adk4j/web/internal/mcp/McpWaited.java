package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.internal.BoundedMap;
import dev.adk4j.internal.Mutex;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls on this node whose client was asked to call again. Other calls are looked up in the stores.
 * Thread-safe.
 */
final class McpWaited {

  private static final int MOST = 10_000;

  private final Mutex lock = new Mutex();
  private final Map<String, Waited> calls = BoundedMap.ofNewest(MOST);
  private final Map<String, Boolean> delivered = BoundedMap.ofNewest(MOST);

  /**
   * @param turn null if the turn blocks at its gate and does not end
   * @param answer answer of a turn that blocks at its gate; null for others
   */
  record Waited(
      Conversation conversation,
      @Nullable String turn,
      @Nullable CompletableFuture<Answer> answer) {}

  void note(String call, Waited waited) {
    lock.run(() -> calls.put(call, waited));
  }

  Optional<Waited> find(String call) {
    return lock.get(() -> Optional.ofNullable(calls.get(call)));
  }

  /** Records that the client has received the outcome: the same call then starts a new turn. */
  void delivered(String call, String turn) {
    lock.run(
        () -> {
          calls.remove(call);
          delivered.put(turn, true);
        });
  }

  boolean isDelivered(String turn) {
    return lock.get(() -> delivered.containsKey(turn));
  }
}
