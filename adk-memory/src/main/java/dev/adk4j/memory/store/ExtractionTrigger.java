package dev.adk4j.memory.store;

/** Decides when a store's unsaved messages are saved. Attached once to each store it is put on. */
public interface ExtractionTrigger {

  /** Also the name its count is kept under. */
  String name();

  /** Called once per store, before the first turn. */
  void attach(TriggerContext context);
}
