package dev.adk4j.memory.store;

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
}
