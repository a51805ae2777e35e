package dev.adk4j.boot.memory.settings;

import dev.adk4j.memory.extraction.ExtractionSettings.CaptureMode;
import dev.adk4j.memory.extraction.ModelExtractor.ParseFailure;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.store.MemoryPart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Memory stores: what is looked for in them, what is written to them, and how.
 *
 * @param enabled Whether memory stores are used. If unset, the application's MemoryStore beans are.
 *     If true and the application has none, the starter makes a store for each backend: facts in
 *     the storage's database, facts-by-meaning in the vector database.
 * @param initialize When stores are initialised: with the application, which then does not start
 *     without them, or with their first use.
 * @param searchTimeout How long one store may take to search; then the search goes on without it.
 * @param writeTimeout How long one store may take to write.
 * @param stores What the deployment says about single stores, by store name.
 */
public record MemoryProperties(
    @Nullable Boolean enabled,
    @DefaultValue("eager") Initialize initialize,
    @DefaultValue("5s") Duration searchTimeout,
    @DefaultValue("30s") Duration writeTimeout,
    @DefaultValue SearchTool searchTool,
    @DefaultValue AddTool addTool,
    @DefaultValue Injection injection,
    @DefaultValue Scoring scoring,
    @DefaultValue Extraction extraction,
    @DefaultValue Journal journal,
    @DefaultValue Shutdown shutdown,
    @DefaultValue Observability observability,
    @DefaultValue Health health,
    @DefaultValue Vector vector,
    @DefaultValue Map<String, Store> stores) {

  public MemoryProperties {
    Rules.positive("adk.memory.search-timeout", searchTimeout);
    Rules.positive("adk.memory.write-timeout", writeTimeout);
    stores.forEach((name, store) -> store.check("adk.memory.stores." + name));
  }

  /** When stores are initialised. */
  public enum Initialize {
    EAGER,
    LAZY
  }

  /**
   * @param enabled Whether the model may search memory.
   * @param name The tool's name.
   * @param description Replaces what the tool says it is for.
   */
  public record SearchTool(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("search_memory") String name,
      @Nullable String description) {

    public SearchTool {
      Rules.toolName("adk.memory.search-tool.name", name);
    }
  }

  /**
   * @param enabled Whether the model may write memory. If unset, it may with the stores that
   *     adk.memory.enabled=true makes, and not with MemoryStore beans of the application.
   * @param name The tool's name.
   * @param description Replaces what the tool says it is for.
   * @param stores The stores it may write to; unset, all that take single facts.
   * @param waitForWrites Whether the tool answers only when the stores have it.
   */
  public record AddTool(
      @Nullable Boolean enabled,
      @DefaultValue("add_memory") String name,
      @Nullable String description,
      @Nullable List<String> stores,
      @DefaultValue("true") boolean waitForWrites) {

    public AddTool {
      Rules.toolName("adk.memory.add-tool.name", name);
    }
  }

  /**
   * @param enabled Whether memories that fit what the user said are put into turns.
   * @param trigger When they are looked for: once at the beginning of a turn, or before every
   *     iteration.
   * @param maxEntries How many at most.
   * @param lifetime Whether they stay for the turn or for its first iteration.
   * @param merge In which order the stores' entries are taken: store by store, in turn, or by
   *     score. If unset, in turn with the stores that adk.memory.enabled=true makes, else store by
   *     store.
   * @param dedupe Whether entries with the same text count as one. If unset, they do with the
   *     stores that adk.memory.enabled=true makes, since these hold the same facts.
   */
  public record Injection(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("user-turn") InjectionSettings.Timing trigger,
      @DefaultValue("5") int maxEntries,
      @DefaultValue("turn") InjectionSettings.Lifetime lifetime,
      InjectionSettings.@Nullable Merge merge,
      InjectionSettings.@Nullable Dedupe dedupe) {

    public Injection {
      Rules.atLeast("adk.memory.injection.max-entries", maxEntries, 1);
    }
  }

  /**
   * @param halfLife After what time a memory counts half, where its store says nothing of its
   *     importance.
   * @param unknownImportance The importance of a memory of unknown age.
   * @param minConfidence Memories below are not put into turns; unset, all are.
   * @param minImportance Memories below are not put into turns; unset, all are.
   */
  public record Scoring(
      @DefaultValue("30d") Duration halfLife,
      @DefaultValue("0.5") double unknownImportance,
      @Nullable Double minConfidence,
      @Nullable Double minImportance) {

    public Scoring {
      Rules.positive("adk.memory.scoring.half-life", halfLife);
      Rules.unit("adk.memory.scoring.unknown-importance", unknownImportance);
      Rules.unit("adk.memory.scoring.min-confidence", minConfidence);
      Rules.unit("adk.memory.scoring.min-importance", minImportance);
    }
  }

  /**
   * @param concurrency How many conversations are saved into one store at the same time.
   * @param timeout How long one save may take, the model that distils facts included.
   * @param failuresBeforeBackoff After how many failures in a row most requests are turned down.
   * @param probeInterval Every how many requests one is tried then.
   * @param onParseFailure What happens to messages of which a model's answer made no sense.
   * @param capture Whether a message is captured in the transaction that stores it, where journal
   *     and storage share one, or afterwards as well as can be.
   * @param sweepInterval How often what was left behind is looked for.
   * @param turnTimeout How long a turn may stay open before it counts as ended.
   * @param retryInterval How long after a failed save it is tried again without being asked for; 0
   *     for never.
   * @param idleFlushAfter How long after its last turn a conversation is saved although nothing
   *     asked for it; 0 for never.
   * @param maxBatchMessages How many messages are handed over at once at most, so that a backlog
   *     fits into the model's context window; fewer after refusals, 0 for all there are.
   * @param stageFacts Whether extracted facts are kept until the store has them: a try after a
   *     failure then writes only what is missing and does not ask the model again.
   * @param leaseLife How long a node that died keeps the others from a conversation.
   */
  public record Extraction(
      @DefaultValue("4") int concurrency,
      @DefaultValue("2m") Duration timeout,
      @DefaultValue("10") int failuresBeforeBackoff,
      @DefaultValue("3") int probeInterval,
      @DefaultValue("skip") ParseFailure onParseFailure,
      @DefaultValue("transactional") CaptureMode capture,
      @DefaultValue("1m") Duration sweepInterval,
      @DefaultValue("15m") Duration turnTimeout,
      @DefaultValue("10m") Duration retryInterval,
      @DefaultValue("30m") Duration idleFlushAfter,
      @DefaultValue("50") int maxBatchMessages,
      @DefaultValue("false") boolean stageFacts,
      @DefaultValue("5m") Duration leaseLife) {

    public Extraction {
      Rules.atLeast("adk.memory.extraction.concurrency", concurrency, 1);
      Rules.positive("adk.memory.extraction.timeout", timeout);
      Rules.atLeast("adk.memory.extraction.failures-before-backoff", failuresBeforeBackoff, 1);
      Rules.atLeast("adk.memory.extraction.probe-interval", probeInterval, 1);
      Rules.positive("adk.memory.extraction.sweep-interval", sweepInterval);
      Rules.positive("adk.memory.extraction.turn-timeout", turnTimeout);
      Rules.notNegative("adk.memory.extraction.retry-interval", retryInterval);
      Rules.notNegative("adk.memory.extraction.idle-flush-after", idleFlushAfter);
      Rules.atLeast("adk.memory.extraction.max-batch-messages", maxBatchMessages, 0);
      Rules.positive("adk.memory.extraction.lease-life", leaseLife);
    }
  }

  /**
   * @param type Where captured messages wait for extraction: in the storage module's database, or
   *     in memory, where a restart loses them. Unset, the database where there is one.
   * @param maxAge After what time messages that a store does not take are dropped; unset, never.
   * @param orphanRetention How long the state of stores that are gone is kept.
   */
  public record Journal(
      @Nullable JournalType type,
      @Nullable Duration maxAge,
      @DefaultValue("30d") Duration orphanRetention) {

    public Journal {
      if (maxAge != null) {
        Rules.positive("adk.memory.journal.max-age", maxAge);
      }
      Rules.positive("adk.memory.journal.orphan-retention", orphanRetention);
    }
  }

  /** Where captured messages wait. */
  public enum JournalType {
    JDBC,
    MEMORY
  }

  /**
   * @param flush Whether what waits is saved when the application stops.
   * @param flushTimeout How long that may take. Keep it below
   *     spring.lifecycle.timeout-per-shutdown-phase.
   */
  public record Shutdown(
      @DefaultValue("true") boolean flush, @DefaultValue("20s") Duration flushTimeout) {

    public Shutdown {
      Rules.positive("adk.memory.shutdown.flush-timeout", flushTimeout);
    }
  }

  /**
   * @param includeContent Whether spans carry queries, memories and what is written. Metrics never
   *     do.
   */
  public record Observability(@DefaultValue("false") boolean includeContent) {}

  /**
   * @param strict Whether a store whose saves keep failing takes the application out of service.
   */
  public record Health(@DefaultValue("false") boolean strict) {}

  /**
   * @param collection The collection of the store facts-by-meaning, which adk.memory.enabled=true
   *     makes. If unset, it is adk_memory_facts, which is created if it is missing. A VectorStore
   *     of Spring AI is used only if its bean is named here; it must hold nothing but memory,
   *     because a search that has no filter for the owner finds everybody's facts.
   */
  public record Vector(@Nullable String collection) {}

  /**
   * @param description Tells the model what lies in the store.
   * @param maxSearchResults How many entries a search gives where its caller does not say.
   * @param writable Only false is of use: the store is not written to.
   */
  public record Store(
      @Nullable String description,
      @Nullable Integer maxSearchResults,
      @Nullable Boolean writable,
      @DefaultValue StoreExtraction extraction) {

    void check(String path) {
      if (maxSearchResults != null) {
        Rules.atLeast(path + ".max-search-results", maxSearchResults, 1);
      }
      if (extraction.turns != null) {
        Rules.atLeast(path + ".extraction.turns", extraction.turns, 1);
      }
    }
  }

  /**
   * @param enabled Whether conversations are extracted into the store; unset, as the store says.
   * @param turns Every how many turns of a conversation.
   * @param extractor Name of an Extractor bean that makes facts of messages.
   * @param model Name of an ExtractionModel bean that distils them.
   * @param exclude Kinds of message parts that are left out; replaces the default.
   */
  public record StoreExtraction(
      @Nullable Boolean enabled,
      @Nullable Integer turns,
      @Nullable String extractor,
      @Nullable String model,
      @Nullable Set<MemoryPart.Kind> exclude) {

    /** Whether anything but being on or off is said. */
    public boolean changesConfig() {
      return turns != null || extractor != null || model != null || exclude != null;
    }
  }
}
