package dev.adk4j.turn;

import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.internal.FatalErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies listeners of a dispatch: the hooks of its raw context first, then the listeners of its
 * request, then the sink its request forwards to. An error is not forwarded, since the turn emits
 * it itself when the dispatch has thrown it.
 */
record DispatchListeners(EventBus hooks, EventBus listeners, @Nullable EventSink forwardTo) {

  private static final Logger log = LoggerFactory.getLogger(DispatchListeners.class);

  /** Emits an event of the context, which forwards it to the parent itself. */
  <T> void emit(EventKey<T> key, T event) {
    try {
      hooks.emit(key, event);
    } finally {
      listeners.emit(key, event);
    }
  }

  /** Emits an event of the loop or the executor. */
  <T> void observe(EventKey.Observability<T> key, T event) {
    try {
      listeners.emit(key, event);
    } finally {
      if (forwardTo != null && key != TurnEvent.ERROR) {
        forward(forwardTo, key, event);
      }
    }
  }

  private static <T> void forward(EventSink sink, EventKey<T> key, T event) {
    try {
      sink.emit(key, event);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("{} could not be forwarded; the dispatch goes on.", key.name(), e);
    }
  }

  /**
   * Collects the listeners of a builder. A listener that is added twice for one event is called
   * once.
   */
  static final class Registrations {

    private final List<Registration<?>> registrations = new ArrayList<>(2);

    <T> void add(EventKey<T> key, EventListener<? super T> listener) {
      Registration<T> added = new Registration<>(key, listener);
      if (registrations.stream().noneMatch(added::isSame)) {
        registrations.add(added);
      }
    }

    List<EventKey<?>> keys() {
      return registrations.stream().<EventKey<?>>map(Registration::key).toList();
    }

    boolean hasNull() {
      return registrations.stream().anyMatch(r -> r.key() == null || r.listener() == null);
    }

    EventBus bus() {
      EventBus bus = new EventBus();
      registrations.forEach(registration -> registration.addTo(bus));
      return bus;
    }
  }

  private record Registration<T>(EventKey<T> key, EventListener<? super T> listener) {

    boolean isSame(Registration<?> other) {
      return other.listener == listener && Objects.equals(other.key, key);
    }

    void addTo(EventBus bus) {
      bus.add(key, listener);
    }
  }
}
