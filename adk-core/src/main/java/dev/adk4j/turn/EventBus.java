package dev.adk4j.turn;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.internal.FatalErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events on the emitting thread, in the order of registration. A listener added while an
 * event is delivered is not called for it. An exception of a listener is logged and not propagated;
 * a virtual machine error is rethrown after all listeners were called. Thread-safe; emitting takes
 * no lock.
 */
final class EventBus implements EventSink {

  private static final Logger log = LoggerFactory.getLogger(EventBus.class);

  private final Map<EventKey<?>, List<Entry>> entries = new ConcurrentHashMap<>();

  /** Adds a listener. A listener that is added several times is called as often. */
  public <T> Subscription add(EventKey<T> key, EventListener<? super T> listener) {
    return register(key, new Entry(listener, false));
  }

  /** Adds a listener that is removed before its first call. */
  public <T> Subscription addOnce(EventKey<T> key, EventListener<? super T> listener) {
    return register(key, new Entry(listener, true));
  }

  /** Removes every registration of the listener. */
  public <T> void remove(EventKey<T> key, EventListener<? super T> listener) {
    entries.computeIfPresent(key, (k, list) -> without(list, e -> e.listener == listener));
  }

  /** Removes every registration. Listeners added later are kept. */
  public void close() {
    entries.clear();
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> void emit(EventKey<T> key, T event) {
    List<Entry> listeners = entries.get(key);
    if (listeners == null) {
      return;
    }
    VirtualMachineError fatal = null;
    for (Entry entry : listeners) {
      if (entry.once && !entry.take(this, key)) {
        continue;
      }
      try {
        call(key, (EventListener<T>) entry.listener, event);
      } catch (VirtualMachineError e) {
        fatal = fatal == null ? e : fatal;
      }
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  /**
   * Calls the listener. An interrupt that ends the listener does not affect the thread, which is
   * the turn's.
   */
  private static <T> void call(EventKey<T> key, EventListener<T> listener, T event) {
    try {
      listener.on(event);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error(
          "A listener of {} failed; the turn goes on and the other listeners are called.",
          key.name(),
          e);
    }
  }

  private Subscription register(EventKey<?> key, Entry entry) {
    entries.merge(key, List.of(entry), EventBus::joined);
    return () -> drop(key, entry);
  }

  private void drop(EventKey<?> key, Entry entry) {
    entries.computeIfPresent(key, (k, list) -> without(list, e -> e == entry));
  }

  private static List<Entry> joined(List<Entry> present, List<Entry> added) {
    List<Entry> all = new ArrayList<>(present);
    all.addAll(added);
    return List.copyOf(all);
  }

  @SuppressWarnings("NullAway") // computeIfPresent removes the mapping on null
  private static List<Entry> without(List<Entry> list, java.util.function.Predicate<Entry> gone) {
    List<Entry> rest = list.stream().filter(gone.negate()).toList();
    return rest.isEmpty() ? null : rest;
  }

  private static final class Entry {

    private final EventListener<?> listener;
    private final boolean once;
    private final AtomicBoolean taken = new AtomicBoolean();

    private Entry(EventListener<?> listener, boolean once) {
      this.listener = Objects.requireNonNull(listener, "listener");
      this.once = once;
    }

    private boolean take(EventBus bus, EventKey<?> key) {
      if (!taken.compareAndSet(false, true)) {
        return false;
      }
      bus.drop(key, this);
      return true;
    }
  }
}
