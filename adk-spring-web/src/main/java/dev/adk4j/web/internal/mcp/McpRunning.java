package dev.adk4j.web.internal.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Running calls, by session and the client's request id, so that the client can cancel them.
 * Thread-safe.
 */
final class McpRunning {

  private final Map<Key, Call> calls = new ConcurrentHashMap<>();

  private record Key(String session, JsonNode id) {}

  /** One call and the messages for its thread. */
  final class Call implements AutoCloseable {

    private final @Nullable Key key;
    private final LinkedBlockingQueue<String> news = new LinkedBlockingQueue<>(64);
    private volatile boolean cancelled;

    private Call(@Nullable Key key) {
      this.key = key;
    }

    boolean isCancelled() {
      return cancelled;
    }

    void tell(String message) {
      news.offer(message);
    }

    /** Wakes the thread without a message. */
    void wake() {
      news.offer("");
    }

    /** Waits for a message; returns null after the timeout or if the thread was woken. */
    @Nullable String await(long millis) throws InterruptedException {
      String message = news.poll(millis, TimeUnit.MILLISECONDS);
      return "".equals(message) ? null : message;
    }

    @Override
    public void close() {
      if (key != null) {
        calls.remove(key, this);
      }
    }
  }

  /** Returns the call of a request; only a tool call of a session can be canceled. */
  Call begin(@Nullable String session, JsonNode request) {
    JsonNode id = request.path("id");
    if (session == null
        || id.isMissingNode()
        || !"tools/call".equals(request.path("method").asString(""))) {
      return new Call(null);
    }
    Key key = new Key(session, id);
    Call call = new Call(key);
    calls.put(key, call);
    return call;
  }

  void cancel(String session, JsonNode id) {
    Call call = calls.get(new Key(session, id));
    if (call != null) {
      call.cancelled = true;
      call.wake();
    }
  }
}
