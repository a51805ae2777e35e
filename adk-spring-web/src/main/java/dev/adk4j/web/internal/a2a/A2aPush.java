package dev.adk4j.web.internal.a2a;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.CallbackSender;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import dev.adk4j.web.stream.TurnEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Push notifications: sends a task to the addresses that its caller configured, at once and
 * whenever its status changes, until it has ended. This node holds the addresses in memory. Each
 * reads the turn like any other client, so that it never delays the turn. Thread-safe.
 */
final class A2aPush {

  private static final Logger log = LoggerFactory.getLogger(A2aPush.class);

  /** Pauses before each attempt to send a request. */
  private static final List<Duration> PAUSES =
      List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(20));

  private final CallbackSender sender;
  private final TurnEvents events;
  private final Map<Key, Reader> readers = new ConcurrentHashMap<>();

  A2aPush(CallbackSender sender, TurnEvents events) {
    this.sender = sender;
    this.events = events;
  }

  /** Name of an address among those of a turn. */
  private record Key(String turnId, String id) {}

  /** Checks a configuration. */
  PushTarget target(JsonNode given) {
    return PushTarget.read(given, sender);
  }

  /**
   * Sends the task, now and whenever its status changes, also instead of an address of the same id.
   * Throws {@link dev.adk4j.limit.LimitException} if the caller has too many streams; then nothing
   * changes.
   */
  ObjectNode follow(PushTarget target, TaskView view) {
    A2aTask task = view.task;
    ObjectNode config = target.config().put("taskId", task.id());
    Key key = new Key(task.id(), target.id());
    Reader reader = new Reader(key, target, view);
    reader.reading = events.follow(task.conversation(), task.id(), view.position()).start(reader);
    stop(readers.put(key, reader));
    if (reader.over) {
      readers.remove(key, reader);
    }
    return config;
  }

  ObjectNode find(A2aTask task, String id) {
    Reader reader = readers.get(new Key(task.id(), id));
    if (reader == null) {
      throw A2aError.TASK_NOT_FOUND.because("There is no such configuration.");
    }
    return reader.target.config();
  }

  /** Returns the configurations of the task by their id; none if it has ended. */
  ObjectNode list(A2aTask task) {
    Map<String, ObjectNode> found = new TreeMap<>();
    readers.forEach(
        (key, reader) -> {
          if (key.turnId().equals(task.id())) {
            found.put(key.id(), reader.target.config());
          }
        });
    ObjectNode list = Json.mapper().createObjectNode();
    list.putArray("configs").addAll(found.values());
    return list;
  }

  ObjectNode delete(A2aTask task, String id) {
    stop(readers.remove(new Key(task.id(), id)));
    return Json.mapper().createObjectNode();
  }

  private static void stop(@Nullable Reader reader) {
    if (reader != null && reader.reading != null) {
      reader.over = true;
      reader.reading.close();
    }
  }

  /** Reads a turn for an address, on a thread of its own. */
  private final class Reader implements StreamSink {

    private final Key key;
    private final PushTarget target;
    private final TaskView task;
    private @Nullable JsonNode sent;
    private volatile @Nullable Subscription reading;
    private volatile boolean over;

    private Reader(Key key, PushTarget target, TaskView task) {
      this.key = key;
      this.target = target;
      this.task = task;
    }

    @Override
    public void send(StreamEvent event) {
      task.take(event);
    }

    @Override
    public void flush() {
      JsonNode now = task.status();
      if (!over && !now.equals(sent)) {
        sent = now;
        deliver(Json.write(task.body()));
      }
    }

    /** Sends a request until it is accepted, a limited number of times. */
    private void deliver(String body) {
      Exception last = null;
      try {
        for (Duration pause : PAUSES) {
          Thread.sleep(pause);
          try {
            sender.send(target.url(), target.headers(), body);
            return;
          } catch (IOException e) {
            last = e;
          }
        }
      } catch (AdkException e) {
        last = e;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      log.warn("{} was not informed of turn {}.", target.url().getHost(), key.turnId(), last);
    }

    @Override
    public boolean wantsMore() {
      return !task.state().ended();
    }

    /** The events were erased, or are no longer held. */
    @Override
    public void sendUnnumbered(String name, String data) {
      log.warn(
          "{} is no longer informed of turn {}: {}", target.url().getHost(), key.turnId(), data);
    }

    @Override
    public void complete() {
      flush();
      over = true;
      readers.remove(key, this);
    }
  }
}
