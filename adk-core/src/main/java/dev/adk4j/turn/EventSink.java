package dev.adk4j.turn;

import dev.adk4j.event.EventKey;

/** Takes events of every kind. */
@FunctionalInterface
interface EventSink {

  <T> void emit(EventKey<T> key, T event);
}
