package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.ExtractionTrigger.TriggerContext.TurnEnded;
import dev.adk4j.memory.store.MemoryConversation;
import java.util.function.Consumer;

/** Connects a trigger with the coordinator for one store. */
record StoreTrigger(ExtractionCoordinator coordinator, String store, String key)
    implements ExtractionTrigger.TriggerContext {

  @Override
  public void onTurnEnd(Consumer<TurnEnded> listener) {
    coordinator.listen(listener);
  }

  @Override
  public void fire(MemoryConversation conversation) {
    coordinator.fire(new SaveKey(conversation, store));
  }

  @Override
  public long count(MemoryConversation conversation) {
    return coordinator.journal().count(new SaveKey(conversation, store), key);
  }
}
