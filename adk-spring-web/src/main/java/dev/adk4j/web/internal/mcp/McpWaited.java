package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.Answer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls on this node whose client was asked to call again. Other calls are looked up in the stores.
 * Thread-safe.
 */
final class McpWaited {

  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Waited> calls = bounded();
  private final Map<String, Boolean> delivered = bounded();

  /**
   * @param conversation id within the caller's conversations
   * @param turn null if the turn blocks at its gate and does not end
   * @param answer answer of a turn that blocks at its gate; null for others
   */
  record Waited(
      String conversation, @Nullable String turn, @Nullable CompletableFuture<Answer> answer) {}

  private static <T> Map<String, T> bounded() {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
        return size() > MOST;
      }
    };
  }

  void note(String call, Waited waited) {
    lock.lock();
    try {
      calls.put(call, waited);
    } finally {
      lock.unlock();
    }
  }

  Optional<Waited> find(String call) {
    lock.lock();
    try {
      return Optional.ofNullable(calls.get(call));
    } finally {
      lock.unlock();
    }
  }

  /** Records that the client has received the outcome: the same call then starts a new turn. */
  void delivered(String call, String turn) {
    lock.lock();
    try {
      calls.remove(call);
      delivered.put(turn, true);
    } finally {
      lock.unlock();
    }
  }

  boolean isDelivered(String turn) {
    lock.lock();
    try {
      return delivered.containsKey(turn);
    } finally {
      lock.unlock();
    }
  }
}
