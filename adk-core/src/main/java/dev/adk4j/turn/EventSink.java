package dev.adk4j.turn;

import dev.adk4j.event.EventKey;

/** Receives events of every kind. */
@FunctionalInterface
interface EventSink {

  <T> void emit(EventKey<T> key, T event);
}
