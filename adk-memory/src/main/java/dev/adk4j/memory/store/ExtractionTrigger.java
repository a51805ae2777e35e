package dev.adk4j.memory.store;

import dev.adk4j.error.Violations;
import java.util.function.Consumer;

/**
 * Decides when a store's unsaved messages are saved.
 *
 * @since 0.1.0
 */
public interface ExtractionTrigger {

  /** Returns the trigger's name, which is also the key of its counter. */
  String name();

  /** Attaches the trigger to a store. Called once for each store, before the first turn. */
  void attach(TriggerContext context);

  /**
   * Fires at the end of every n-th turn of a conversation.
   *
   * @param turns interval in turns; at least 1
   */
  record IntervalTrigger(int turns) implements ExtractionTrigger {

    public IntervalTrigger {
      Violations.require(turns >= 1, "$.turns", "range", "must be at least 1, was " + turns);
    }

    @Override
    public String name() {
      return "interval";
    }

    @Override
    public void attach(TriggerContext context) {
      context.onTurnEnd(
          turn -> {
            if (context.count(turn.conversation()) % turns == 0) {
              context.fire(turn.conversation());
            }
          });
    }
  }

  /** Fires at the end of every turn. */
  static final class InvocationTrigger implements ExtractionTrigger {

    @Override
    public String name() {
      return "invocation";
    }

    @Override
    public void attach(TriggerContext context) {
      context.onTurnEnd(turn -> context.fire(turn.conversation()));
    }
  }

  /** Connects a trigger with one store. Thread-safe. */
  interface TriggerContext {

    /** Returns the name of the store that the trigger is attached to. */
    String store();

    /**
     * Adds a listener for ended turns. It is called once for each started turn, successful or not,
     * on any thread. An exception is logged, and the trigger does not fire.
     */
    void onTurnEnd(Consumer<TurnEnded> listener);

    /**
     * Requests a save of the conversation's unsaved messages into the store. Returns immediately
     * and never throws. May be called at any time on any thread.
     */
    void fire(MemoryConversation conversation);

    /**
     * Increments the trigger's counter and returns it, from 1. The journal keeps one counter for
     * each conversation, store and trigger, so the counter survives restarts and is shared by all
     * nodes.
     */
    long count(MemoryConversation conversation);

    /** Ended turn, successful or not. */
    record TurnEnded(MemoryConversation conversation, String turnId) {}
  }
}
