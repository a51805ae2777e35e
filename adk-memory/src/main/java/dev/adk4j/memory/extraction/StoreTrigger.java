package dev.adk4j.memory.extraction;

import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.TriggerContext;
import dev.adk4j.memory.store.TurnEnded;
import java.util.function.Consumer;

/** A trigger's side of the coordinator, for one store. */
record StoreTrigger(ExtractionCoordinator coordinator, String store, String key)
    implements TriggerContext {

  @Override
  public void onTurnEnd(Consumer<TurnEnded> listener) {
    coordinator.listen(listener);
  }

  @Override
  public void fire(MemoryConversation conversation) {
    coordinator.fire(conversation, store);
  }

  @Override
  public long count(MemoryConversation conversation) {
    return coordinator.count(new SaveKey(conversation, store), key);
  }
}
