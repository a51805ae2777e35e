package dev.adk4j.event;

/** Takes events of every kind. */
@FunctionalInterface
public interface EventSink {

  <T> void emit(EventKey<T> key, T event);
}
