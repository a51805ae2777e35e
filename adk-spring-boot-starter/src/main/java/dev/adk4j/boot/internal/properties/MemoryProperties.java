package dev.adk4j.boot.internal.properties;

import dev.adk4j.memory.store.MemoryPart;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk.memory}: search in memory stores and extraction into them.
 *
 * @param enabled Enables memory stores. If unset, the MemoryStore beans of the application are
 *     used. If true and the application has none, the starter creates a store for each backend:
 *     facts in the storage's database, facts-by-meaning in the vector database.
 * @param initialize Initialization of stores: eager (at startup, which fails without them) or lazy
 *     (at their first use).
 * @param searchTimeout Time limit of a search in one store. After it, the search continues without
 *     that store.
 * @param writeTimeout Time limit of a write to one store.
 * @param searchTool Tool that searches memory.
 * @param addTool Tool that writes memory.
 * @param injection Injection of memories into turns.
 * @param journal Messages that wait for extraction.
 * @param shutdown Shutdown.
 * @param observability Spans.
 * @param health Health.
 * @param vector Vector database.
 * @param stores Settings of single stores, by the name of the store.
 */
public record MemoryProperties(
    @Nullable Boolean enabled,
    @DefaultValue("eager") Initialize initialize,
    @DefaultValue("5s") Duration searchTimeout,
    @DefaultValue("30s") Duration writeTimeout,
    @DefaultValue SearchTool searchTool,
    @DefaultValue AddTool addTool,
    @DefaultValue Injection injection,
    @DefaultValue Journal journal,
    @DefaultValue Shutdown shutdown,
    @DefaultValue Observability observability,
    @DefaultValue Health health,
    @DefaultValue Vector vector,
    @DefaultValue Map<String, Store> stores) {

  public MemoryProperties {
    PropertyRules.positive("adk.memory.search-timeout", searchTimeout);
    PropertyRules.positive("adk.memory.write-timeout", writeTimeout);
    stores.forEach((name, store) -> store.check("adk.memory.stores." + name));
  }

  /** Times at which stores are initialized. */
  public enum Initialize {
    EAGER,
    LAZY
  }

  /**
   * Properties under {@code adk.memory.search-tool}.
   *
   * @param enabled Offers a tool with which the model searches memory.
   */
  public record SearchTool(@DefaultValue("true") boolean enabled) {}

  /**
   * Properties under {@code adk.memory.add-tool}.
   *
   * @param enabled Offers a tool with which the model writes memory. If unset, only with the stores
   *     that adk.memory.enabled=true creates, and not with MemoryStore beans of the application.
   */
  public record AddTool(@Nullable Boolean enabled) {}

  /**
   * Properties under {@code adk.memory.injection}.
   *
   * @param enabled Adds memories that are relevant to the user's message to turns.
   */
  public record Injection(@DefaultValue("true") boolean enabled) {}

  /**
   * Properties under {@code adk.memory.journal}.
   *
   * @param type Storage of messages that wait for extraction: jdbc, or memory (lost at a restart).
   *     If unset, jdbc if the storage module has a database, else memory.
   */
  public record Journal(@Nullable JournalType type) {}

  /** Storage of messages that wait for extraction. */
  public enum JournalType {
    JDBC,
    MEMORY
  }

  /**
   * Properties under {@code adk.memory.shutdown}.
   *
   * @param flush Saves waiting messages into the stores when the application stops.
   * @param flushTimeout Time limit of saving waiting messages when the application stops. Keep it
   *     below spring.lifecycle.timeout-per-shutdown-phase.
   */
  public record Shutdown(
      @DefaultValue("true") boolean flush, @DefaultValue("20s") Duration flushTimeout) {

    public Shutdown {
      PropertyRules.positive("adk.memory.shutdown.flush-timeout", flushTimeout);
    }
  }

  /**
   * Properties under {@code adk.memory.observability}.
   *
   * @param includeContent Adds queries, memories and written texts to spans. Metrics never contain
   *     them. Off by default, because content may be personal.
   */
  public record Observability(@DefaultValue("false") boolean includeContent) {}

  /**
   * Properties under {@code adk.memory.health}.
   *
   * @param strict Reports the application as down if saves to a store keep failing. If false, the
   *     health details report it and the status stays up.
   */
  public record Health(@DefaultValue("false") boolean strict) {}

  /**
   * Properties under {@code adk.memory.vector}.
   *
   * @param collection Collection of the store facts-by-meaning, which adk.memory.enabled=true
   *     creates. If unset, adk_memory_facts, which is created if it is missing. A VectorStore of
   *     Spring AI is used only if its bean is named here. It must contain only memory, because a
   *     search without a filter for the owner finds the facts of all owners.
   */
  public record Vector(@Nullable String collection) {}

  /**
   * Settings of one store.
   *
   * @param description Description of the content of the store, for the model.
   * @param maxSearchResults Number of entries that a search returns if its caller does not set one.
   * @param writable If false, the store is read-only. True has no effect.
   * @param extraction Extraction into the store.
   */
  public record Store(
      @Nullable String description,
      @Nullable Integer maxSearchResults,
      @Nullable Boolean writable,
      @DefaultValue StoreExtraction extraction) {

    void check(String path) {
      PropertyRules.atLeast(path + ".max-search-results", maxSearchResults, 1);
      PropertyRules.atLeast(path + ".extraction.turns", extraction.turns, 1);
    }
  }

  /**
   * Extraction into one store.
   *
   * @param enabled Extracts conversations into the store. If unset, the store decides.
   * @param turns Number of turns of a conversation between two extractions.
   * @param extractor Name of the Extractor bean that turns messages into facts.
   * @param model Name of the ExtractionModel bean that extracts facts.
   * @param exclude Kinds of message parts that are not extracted. Replaces the default of the
   *     store.
   */
  public record StoreExtraction(
      @Nullable Boolean enabled,
      @Nullable Integer turns,
      @Nullable String extractor,
      @Nullable String model,
      @Nullable Set<MemoryPart.Kind> exclude) {

    /** Returns true if any property but {@code enabled} is set. */
    public boolean changesConfig() {
      return turns != null || extractor != null || model != null || exclude != null;
    }
  }
}
