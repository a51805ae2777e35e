package dev.adk4j.event;

/**
 * Called on the thread that emits, in the order of registration. What it throws is logged and goes
 * no further: neither the turn nor another listener notices.
 */
@FunctionalInterface
public interface EventListener<T> {

  void on(T event) throws Exception;
}
