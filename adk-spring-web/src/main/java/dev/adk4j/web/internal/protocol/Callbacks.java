package dev.adk4j.web.internal.protocol;

import dev.adk4j.abort.Subscription;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import dev.adk4j.web.stream.TurnEvents;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the status of a turn to addresses that callers chose, at once and whenever it changes,
 * until the turn has ended. This node holds the addresses in memory. Each reads the turn like any
 * other client, so that it never delays the turn. Thread-safe.
 */
public final class Callbacks {

  private static final Logger log = LoggerFactory.getLogger(Callbacks.class);

  /** Pauses before each attempt to send a request. */
  private static final List<Duration> PAUSES =
      List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(20));

  private final CallbackSender sender;
  private final TurnEvents events;
  private final Map<Key, Reader> readers = new ConcurrentHashMap<>();

  public Callbacks(CallbackSender sender, TurnEvents events) {
    this.sender = sender;
    this.events = events;
  }

  /** Name of an address among those of a turn. */
  private record Key(String turnId, String id) {}

  /**
   * An address.
   *
   * @param config form in which its caller reads it
   */
  public record Target(String id, URI url, Map<String, String> headers, ObjectNode config) {}

  /** Status of a turn that follows from its events. Used by one thread. */
  public interface State {

    boolean take(StreamEvent event);

    /** Returns a value that changes with the status. */
    JsonNode status();

    /** Returns the body of a request about the status. */
    JsonNode body();

    boolean ended();
  }

  /** Returns the address of this text; empty if requests may not be sent to it. */
  public Optional<URI> address(String text) {
    try {
      return Optional.of(URI.create(text)).filter(sender::allows);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds the address, which replaces the one of the same id. Throws {@link
   * dev.adk4j.limit.LimitException} if the caller has too many streams; then nothing changes.
   *
   * @param after number of the newest event of the state
   */
  public void add(
      Target target, Conversation conversation, String turnId, long after, State state) {
    Key key = new Key(turnId, target.id());
    Reader reader = new Reader(key, target, state);
    reader.reading = events.follow(conversation, turnId, after).start(reader);
    stop(readers.put(key, reader));
    if (reader.over) {
      readers.remove(key, reader);
    }
  }

  /** Returns the configurations of the turn by their id; none if the turn has ended. */
  public Map<String, ObjectNode> of(String turnId) {
    Map<String, ObjectNode> found = new TreeMap<>();
    readers.forEach(
        (key, reader) -> {
          if (key.turnId().equals(turnId)) {
            found.put(key.id(), reader.target.config);
          }
        });
    return found;
  }

  public void remove(String turnId, String id) {
    stop(readers.remove(new Key(turnId, id)));
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
    private final Target target;
    private final State state;
    private @Nullable JsonNode sent;
    private volatile @Nullable Subscription reading;
    private volatile boolean over;

    private Reader(Key key, Target target, State state) {
      this.key = key;
      this.target = target;
      this.state = state;
    }

    @Override
    public void send(StreamEvent event) {
      state.take(event);
    }

    @Override
    public void flush() {
      JsonNode now = state.status();
      if (!over && !now.equals(sent)) {
        sent = now;
        deliver(Json.write(state.body()));
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
      return !state.ended();
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
