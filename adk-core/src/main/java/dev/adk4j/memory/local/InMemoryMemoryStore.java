package dev.adk4j.memory.local;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.store.ExtractionConfig;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.Metadata;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.RelevanceScale;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.TokenOverlap;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps facts in memory, for tests and prototypes; what it holds is gone with the process. Finds by
 * {@linkplain TokenOverlap whole words}, best first, then newest first. The same content again is
 * the entry that is there, with its old metadata. Thread-safe.
 */
public final class InMemoryMemoryStore implements MutableMemoryStore {

  /** The key under which an entry's metadata has its score; overwrites what was stored there. */
  public static final String RELEVANCE_KEY = "_relevanceScore";

  private static final int DEFAULT_RESULTS = 10;

  private final String name;
  private final @Nullable String description;
  private final @Nullable Integer maxSearchResults;
  private final boolean writable;
  private final @Nullable ExtractionConfig extraction;
  private final InstantSource clock;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<MemoryOwner, Map<String, Fact>> facts = new HashMap<>();
  private long added;

  private InMemoryMemoryStore(Builder builder) {
    this.name = builder.name;
    this.description = builder.description;
    this.maxSearchResults = builder.maxSearchResults;
    this.writable = builder.writable;
    this.extraction = builder.extraction;
    this.clock = builder.clock;
  }

  /** Writable, without extraction. */
  public static InMemoryMemoryStore of(String name) {
    return builder(name).build();
  }

  public static Builder builder(String name) {
    return new Builder(name);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> description() {
    return Optional.ofNullable(description);
  }

  @Override
  public OptionalInt maxSearchResults() {
    return maxSearchResults == null ? OptionalInt.empty() : OptionalInt.of(maxSearchResults);
  }

  @Override
  public boolean writable() {
    return writable;
  }

  @Override
  public Optional<ExtractionConfig> extraction() {
    return Optional.ofNullable(extraction);
  }

  @Override
  public RelevanceScale relevanceScale() {
    return RelevanceScale.TOKEN_COUNT;
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions options) {
    MemoryOwner owner = options.requireOwner(name);
    int limit = options.limitOr(maxSearchResults == null ? DEFAULT_RESULTS : maxSearchResults);
    Set<String> tokens = TokenOverlap.tokens(query);
    List<Hit> hits = new ArrayList<>();
    for (Fact fact : factsOf(owner)) {
      int score = TokenOverlap.score(tokens, fact.content());
      if (score > 0) {
        hits.add(new Hit(fact, score));
      }
    }
    hits.sort(
        Comparator.comparingInt(Hit::score)
            .thenComparing(hit -> hit.fact().createdAt())
            .thenComparingLong(hit -> hit.fact().number())
            .reversed());
    return hits.stream().limit(limit).map(Hit::entry).toList();
  }

  private List<Fact> factsOf(MemoryOwner owner) {
    return locked(() -> List.copyOf(facts.getOrDefault(owner, Map.of()).values()));
  }

  /** Gives the entry's id. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    Map<String, @Nullable Object> copy = Metadata.copy(metadata);
    return locked(
        () -> {
          Map<String, Fact> own = facts.computeIfAbsent(owner, o -> new LinkedHashMap<>());
          for (Fact fact : own.values()) {
            if (fact.content().strip().equals(content.strip())) {
              return fact.id();
            }
          }
          Instant now = clock.instant();
          Fact fact = new Fact(Ids.next(), content, copy, now, now, added++);
          own.put(fact.id(), fact);
          return fact.id();
        });
  }

  @Override
  public void update(
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    Map<String, @Nullable Object> copy = Metadata.copy(metadata);
    locked(
        () -> {
          Instant now = clock.instant();
          return facts
              .computeIfAbsent(owner, o -> new LinkedHashMap<>())
              .merge(
                  id,
                  new Fact(id, content, copy, now, now, added++),
                  (old, fresh) -> new Fact(id, content, copy, old.createdAt(), now, old.number()));
        });
  }

  @Override
  public void delete(String id, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    locked(() -> facts.getOrDefault(owner, new HashMap<>()).remove(id));
  }

  @Override
  public void forgetOwner(MemoryOwner owner) {
    locked(() -> facts.remove(owner));
  }

  private MemoryOwner requireWrite(MemoryWriteContext context) {
    if (!writable) {
      throw MemoryErrors.readOnly(name);
    }
    return context.requireOwner(name);
  }

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private record Fact(
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      Instant createdAt,
      Instant updatedAt,
      long number) {}

  private record Hit(Fact fact, int score) {

    MemoryEntry entry() {
      Map<String, @Nullable Object> metadata = new LinkedHashMap<>(fact.metadata());
      metadata.put(RELEVANCE_KEY, score);
      return MemoryEntry.builder(fact.content())
          .id(fact.id())
          .metadata(metadata)
          .relevance((double) score)
          .createdAt(fact.createdAt())
          .updatedAt(fact.updatedAt())
          .build();
    }
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final String name;
    private @Nullable String description;
    private @Nullable Integer maxSearchResults;
    private boolean writable = true;
    private @Nullable ExtractionConfig extraction;
    private InstantSource clock = InstantSource.system();

    private Builder(String name) {
      this.name = name;
    }

    public Builder description(@Nullable String description) {
      this.description = description;
      return this;
    }

    /** At least 1; 10 where nobody says. */
    public Builder maxSearchResults(@Nullable Integer maxSearchResults) {
      this.maxSearchResults = maxSearchResults;
      return this;
    }

    public Builder writable(boolean writable) {
      this.writable = writable;
      return this;
    }

    public Builder extraction(@Nullable ExtractionConfig extraction) {
      this.extraction = extraction;
      return this;
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /** {@code VALIDATION_EXCEPTION} for a blank name or a limit below 1. */
    @SuppressWarnings("NullAway") // users without a null checker do pass null
    public InMemoryMemoryStore build() {
      new Violations()
          .check(name != null && !name.isBlank(), "$.name", "blank", "must not be blank")
          .check(
              maxSearchResults == null || maxSearchResults >= 1,
              "$.maxSearchResults",
              "range",
              "must be at least 1, was " + maxSearchResults)
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new InMemoryMemoryStore(this);
    }
  }
}
