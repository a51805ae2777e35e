package dev.adk4j.prompt.context;

import dev.adk4j.value.Scope;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Stores the summaries of conversations between turns, by tenant and conversation. Must be
 * thread-safe.
 *
 * @since 0.1.0
 */
public interface SummaryStore {

  /** Returns the summary of the scope's conversation. */
  Optional<Entry> load(Scope scope) throws Exception;

  /** Stores the summary of the scope's conversation and replaces an earlier one. */
  void save(Scope scope, Entry entry) throws Exception;

  /**
   * Summary and the point up to which it covers the conversation.
   *
   * @param coveredThrough the id of the last message it covers
   */
  record Entry(String summary, String coveredThrough) {

    /** Omits the summary. */
    @Override
    public String toString() {
      return "Entry[" + coveredThrough + "]";
    }
  }

  /** Returns a store that keeps all summaries in memory until the process ends. */
  static SummaryStore inMemory() {
    record Key(String tenant, String conversation) {
      static Key of(Scope scope) {
        return new Key(scope.tenant(), scope.requireConversation());
      }
    }
    ConcurrentMap<Key, Entry> entries = new ConcurrentHashMap<>();
    return new SummaryStore() {
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
