package dev.adk4j.event;

/**
 * Called on the emitting thread, in the order of registration. Its exceptions are logged and do not
 * reach the turn or another listener.
 */
@FunctionalInterface
public interface EventListener<T> {

  void on(T event) throws Exception;
}
