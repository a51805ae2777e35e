package dev.adk4j.memory.store;

import java.util.function.Consumer;

/** Connects a trigger with one store. Thread-safe. */
public interface TriggerContext {

  /** Returns the name of the store that the trigger is attached to. */
  String store();

  /**
   * Adds a listener for ended turns. It is called once for each turn that started, successful or
   * not, on any thread. An exception is logged and the trigger does not fire.
   */
  void onTurnEnd(Consumer<TurnEnded> listener);

  /**
   * Requests a save of the conversation's unsaved messages into the store. Returns at once and
   * never throws; may be called at any time on any thread.
   */
  void fire(MemoryConversation conversation);

  /**
   * Increments the trigger's counter and returns it, from 1. The journal keeps one counter for each
   * conversation, store and trigger, so it survives restarts and is shared by all nodes.
   */
  long count(MemoryConversation conversation);

  /** A turn that ended, successful or not. */
  record TurnEnded(MemoryConversation conversation, String turnId) {}
}
