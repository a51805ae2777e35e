package dev.adk4j.turn;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;

/** Adds and removes the listeners of a runner, which receive the events of all its turns. */
abstract class RunnerListeners {

  final EventBus bus = new EventBus();

  /** Calls the listener for a functional event of every turn until the subscription is closed. */
  public <T> Subscription on(EventKey.Functional<T> key, EventListener<? super T> listener) {
    return bus.add(key, listener);
  }

  /** Calls the listener for the next such event only. */
  public <T> Subscription once(EventKey.Functional<T> key, EventListener<? super T> listener) {
    return bus.addOnce(key, listener);
  }

  /** Removes every registration of the listener for that event. */
  public <T> void off(EventKey.Functional<T> key, EventListener<? super T> listener) {
    bus.remove(key, listener);
  }

  /**
   * Calls the listener for an observability event of every turn until the subscription is closed.
   */
  public <T> Subscription observe(
      EventKey.Observability<T> key, EventListener<? super T> listener) {
    return bus.add(key, listener);
  }

  /** Calls the listener for the next such event only. */
  public <T> Subscription observeOnce(
      EventKey.Observability<T> key, EventListener<? super T> listener) {
    return bus.addOnce(key, listener);
  }

  /** Removes every registration of the listener for that event. */
  public <T> void unobserve(EventKey.Observability<T> key, EventListener<? super T> listener) {
    bus.remove(key, listener);
  }
}
