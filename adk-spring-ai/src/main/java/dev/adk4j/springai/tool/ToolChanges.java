package dev.adk4j.springai.tool;

import io.modelcontextprotocol.spec.McpClientSession.NotificationHandler;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Counts the changes of a server's tools in one session, as notified by the server or implied by
 * failed calls. The client's own handler, which it replaces, lists all tools for each notification
 * before it informs the application: a server that notifies at each listing would be listed without
 * end. It is called at most once per pause. Thread-safe.
 */
final class ToolChanges implements NotificationHandler {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final @Nullable NotificationHandler client;
  private final AtomicInteger count = new AtomicInteger();
  private final Set<String> failed = new LinkedHashSet<>();
  private long next = System.nanoTime();
  private boolean waiting;

  ToolChanges(@Nullable NotificationHandler client) {
    this.client = client;
  }

  @Override
  public Mono<Void> handle(Object params) {
    count.incrementAndGet();
    return client == null ? Mono.empty() : inform(client, params);
  }

  private synchronized Mono<Void> inform(NotificationHandler informed, Object params) {
    if (waiting) {
      return Mono.empty();
    }
    waiting = true;
    long wait = next - System.nanoTime();
    Mono<?> before =
        wait <= 0 ? Mono.empty() : Mono.delay(Duration.ofNanos(wait), Schedulers.boundedElastic());
    return before.then(
        Mono.defer(
            () -> {
              begin();
              return informed.handle(params);
            }));
  }

  private synchronized void begin() {
    waiting = false;
    next = System.nanoTime() + PAUSE.toNanos();
  }

  int count() {
    return count.get();
  }

  /** Records a failed call: the server may have removed or changed the tool without notice. */
  synchronized void failed(String tool) {
    failed.add(tool);
    count.incrementAndGet();
  }

  /** Returns and forgets the tools whose calls failed. */
  synchronized Set<String> takeFailed() {
    Set<String> taken = Set.copyOf(failed);
    failed.clear();
    return taken;
  }
}
