package dev.adk4j.test.memory;

import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.memory.store.AddableMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

class InMemoryMemoryStoreTests extends MemoryStoreContractTests<AddableMemoryStore> {

  private final InMemoryMemoryStore data = InMemoryMemoryStore.of("notes");

  /** The data live in the store itself, so a read-only one is a view of it. */
  @Override
  protected AddableMemoryStore createStore(boolean writable) {
    return writable ? data : new ReadOnlyView(data);
  }

  private record ReadOnlyView(InMemoryMemoryStore data) implements AddableMemoryStore {

    @Override
    public String name() {
      return data.name();
    }

    @Override
    public boolean writable() {
      return false;
    }

    @Override
    public List<MemoryEntry> search(String query, SearchOptions options) {
      return data.search(query, options);
    }

    @Override
    public @Nullable Object add(
        String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
      return InMemoryMemoryStore.builder("notes")
          .writable(false)
          .build()
          .add(content, metadata, context);
    }
  }
}
