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
 * @param scoring Scores of memories.
 * @param extraction Extraction of memories from conversations.
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

  /** Times at which stores are initialized. */
  public enum Initialize {
    EAGER,
    LAZY
  }

  /**
   * Properties under {@code adk.memory.search-tool}.
   *
   * @param enabled Offers a tool with which the model searches memory.
   * @param name Name of the tool that searches memory.
   * @param description Beginning of the description of the search tool, before the list of stores.
   *     The model reads it. If unset, a general text.
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
   * Properties under {@code adk.memory.add-tool}.
   *
   * @param enabled Offers a tool with which the model writes memory. If unset, only with the stores
   *     that adk.memory.enabled=true creates, and not with MemoryStore beans of the application.
   * @param name Name of the tool that writes memory.
   * @param description Beginning of the description of the tool that writes memory, before the list
   *     of stores. The model reads it. If unset, a general text.
   * @param stores Names of the stores that the tool writes to. If unset, all stores that accept
   *     single facts.
   * @param waitForWrites Returns from the tool after the stores have written. If false, it returns
   *     at once, and a failure is logged only.
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
   * Properties under {@code adk.memory.injection}.
   *
   * @param enabled Adds memories that fit the user's message to turns.
   * @param trigger Time of the search for memories to inject: user-turn (once, at the beginning of
   *     a turn) or every-call (before every iteration).
   * @param maxEntries Maximum number of memories that are injected at a time.
   * @param lifetime Lifetime of injected memories: turn, or call (the first iteration).
   * @param merge Order in which the entries of several stores are taken: concat (store by store),
   *     interleave (in rotation) or score. If unset, interleave with the stores that
   *     adk.memory.enabled=true creates, else concat.
   * @param dedupe Removal of repeated entries: none, or content (entries with the same text count
   *     once). If unset, content with the stores that adk.memory.enabled=true creates, because they
   *     hold the same facts, else none.
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
   * Properties under {@code adk.memory.scoring}.
   *
   * @param halfLife Age at which a memory has half its importance, for stores that return no
   *     importance.
   * @param unknownImportance Importance of a memory of unknown age, from 0 to 1.
   * @param minConfidence Minimum confidence of memories that are injected into turns, from 0 to 1.
   *     If unset, there is none.
   * @param minImportance Minimum importance of memories that are injected into turns, from 0 to 1.
   *     If unset, there is none.
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
   * Properties under {@code adk.memory.extraction}.
   *
   * @param concurrency Maximum number of conversations that are saved into one store at a time. The
   *     default limits parallel calls of the model.
   * @param timeout Time limit of one save, including the model that distills facts.
   * @param failuresBeforeBackoff Number of failures in a row after which most saves into a store
   *     are skipped.
   * @param probeInterval Number of save requests of which one is tried while a store is failing.
   * @param onParseFailure Action on messages for which the model's answer cannot be parsed: skip or
   *     retry.
   * @param capture Capture of messages for extraction: transactional (in the transaction that
   *     stores them, if journal and storage share a database) or best-effort (afterwards).
   * @param sweepInterval Interval of the search for conversations that are due for extraction and
   *     that no node works on.
   * @param turnTimeout Time after which an open turn counts as ended for extraction.
   * @param retryInterval Time after a failed save at which it is tried again; 0 for never.
   * @param idleFlushAfter Time after the last turn of a conversation at which its remaining
   *     messages are saved; 0 for never.
   * @param maxBatchMessages Maximum number of messages of one save; 0 for no limit. It is reduced
   *     when the model refuses a batch. The default fits the context window of common models.
   * @param stageFacts Keeps extracted facts until the store has them. A retry then writes only what
   *     is missing and does not call the model again. Off by default, because it stores facts twice
   *     for a while.
   * @param leaseLife Time for which a node reserves a conversation. After a crash, other nodes wait
   *     as long.
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
   * Properties under {@code adk.memory.journal}.
   *
   * @param type Storage of messages that wait for extraction: jdbc, or memory (lost at a restart).
   *     If unset, jdbc if the storage module has a database, else memory.
   * @param maxAge Age at which messages that a store does not accept are dropped. If unset, never.
   * @param orphanRetention Time that the state of a store is kept after the store was removed.
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

  /** Places of messages that wait for extraction. */
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
      Rules.positive("adk.memory.shutdown.flush-timeout", flushTimeout);
    }
  }

  /**
   * Properties under {@code adk.memory.observability}.
   *
   * @param includeContent Adds queries, memories and written texts to spans. Metrics never have
   *     them. Off by default, because content may be personal.
   */
  public record Observability(@DefaultValue("false") boolean includeContent) {}

  /**
   * Properties under {@code adk.memory.health}.
   *
   * @param strict Reports the application as down if saves into a store keep failing. If false, the
   *     health details show it and the status stays up.
   */
  public record Health(@DefaultValue("false") boolean strict) {}

  /**
   * Properties under {@code adk.memory.vector}.
   *
   * @param collection Collection of the store facts-by-meaning, which adk.memory.enabled=true
   *     creates. If unset, adk_memory_facts, which is created if it is missing. A VectorStore of
   *     Spring AI is used only if its bean is named here; it must hold nothing but memory, because
   *     a search without a filter for the owner finds the facts of everybody.
   */
  public record Vector(@Nullable String collection) {}

  /**
   * Settings of one store.
   *
   * @param description Description of the content of the store, for the model.
   * @param maxSearchResults Number of entries that a search returns if its caller does not set one.
   * @param writable If false, nothing is written to the store. True changes nothing.
   * @param extraction Extraction into the store.
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
   * Extraction into one store.
   *
   * @param enabled Extracts conversations into the store. If unset, the store decides.
   * @param turns Number of turns of a conversation between two extractions.
   * @param extractor Name of the Extractor bean that turns messages into facts.
   * @param model Name of the ExtractionModel bean that distills facts.
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
