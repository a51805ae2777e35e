package dev.adk4j.prompt.context;

import dev.adk4j.value.Scope;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keeps the summaries of conversations between turns, by tenant and conversation. Called by many
 * turns at once.
 */
public interface CompactStore {

  Optional<Entry> load(Scope scope) throws Exception;

  void save(Scope scope, Entry entry) throws Exception;

  /**
   * A summary and how far it goes.
   *
   * @param coveredThrough the id of the last message it covers
   */
  record Entry(String summary, String coveredThrough) {

    /** Never the summary. */
    @Override
    public String toString() {
      return "Entry[" + coveredThrough + "]";
    }
  }

  /** Forgets everything when the process ends, and nothing before. */
  static CompactStore inMemory() {
    record Key(String tenant, String conversation) {
      static Key of(Scope scope) {
        return new Key(scope.tenant(), scope.requireConversation());
      }
    }
    ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();
    return new CompactStore() {
      @Override
      public Optional<Entry> load(Scope scope) {
        return Optional.ofNullable(entries.get(Key.of(scope)));
      }

      @Override
      public void save(Scope scope, Entry entry) {
        entries.put(Key.of(scope), entry);
      }
    };
  }
}
