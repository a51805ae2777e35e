package dev.adk4j.memory.store;

import java.util.function.Consumer;

/** What a trigger can hear and do, for one store. Thread-safe. */
public interface TriggerContext {

  /** The store it is attached to. */
  String store();

  /**
   * Called once for each turn that started, however it ended, in no particular thread. A listener
   * that throws is logged and counts as not fired.
   */
  void onTurnEnd(Consumer<TurnEnded> listener);

  /**
   * Asks for a save of what that conversation has not saved into the store. Returns at once, never
   * throws; may be called at any time, from anywhere.
   */
  void fire(MemoryConversation conversation);

  /**
   * Counts one up and gives the new count, from 1. Kept in the journal for each conversation, store
   * and trigger, so it survives restarts and is right with several instances.
   */
  long count(MemoryConversation conversation);
}
