package dev.adk4j.memory.local;

import dev.adk4j.internal.Mutex;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.Metadata;
import dev.adk4j.memory.internal.TokenOverlap;
import dev.adk4j.memory.internal.store.AbstractMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.value.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores facts in memory, for tests and prototypes. Finds by whole words, best first, then newest
 * first. Adding equal content keeps the existing entry and its metadata. Thread-safe.
 *
 * @since 0.1.0
 */
public final class InMemoryMemoryStore extends AbstractMemoryStore {

  /** Metadata key of an entry's score; replaces a stored value with that key. */
  public static final String RELEVANCE_KEY = "_relevanceScore";

  private final InstantSource clock;

  private final Mutex mutex = new Mutex();
  private final Map<MemoryOwner, Map<String, Fact>> facts = new HashMap<>();
  private long added;

  private InMemoryMemoryStore(Builder builder) {
    super(builder);
    this.clock = builder.clock;
  }

  /** Returns a writable store without extraction. */
  public static InMemoryMemoryStore of(String name) {
    return builder(name).build();
  }

  public static Builder builder(String name) {
    return new Builder(name);
  }

  @Override
  public RelevanceScale relevanceScale() {
    return RelevanceScale.TOKEN_COUNT;
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions options) {
    MemoryOwner owner = options.requireOwner(name());
    int limit = limit(options);
    Set<String> tokens = TokenOverlap.tokens(query);
    return factsOf(owner).stream()
        .map(fact -> new Hit(fact, TokenOverlap.score(tokens, fact.content())))
        .filter(hit -> hit.score() > 0)
        .sorted(
            Comparator.comparingInt(Hit::score)
                .thenComparing(hit -> hit.fact().createdAt())
                .thenComparingLong(hit -> hit.fact().number())
                .reversed())
        .limit(limit)
        .map(Hit::entry)
        .toList();
  }

  private List<Fact> factsOf(MemoryOwner owner) {
    return mutex.get(() -> List.copyOf(facts.getOrDefault(owner, Map.of()).values()));
  }

  /** Adds a fact and returns the entry's id. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    Map<String, @Nullable Object> copy = Metadata.copy(metadata);
    return mutex.get(
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
    mutex.run(
        () -> {
          Instant now = clock.instant();
          facts
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
    mutex.run(() -> facts.getOrDefault(owner, new HashMap<>()).remove(id));
  }

  @Override
  public void forgetOwner(MemoryOwner owner) {
    mutex.run(() -> facts.remove(owner));
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

  /** Builds a store. Not thread-safe. */
  public static final class Builder extends AbstractMemoryStore.Builder<Builder> {

    private InstantSource clock = InstantSource.system();

    private Builder(String name) {
      super(name);
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /** Throws {@code VALIDATION_EXCEPTION} for a blank name or a limit below 1. */
    public InMemoryMemoryStore build() {
      return new InMemoryMemoryStore(this);
    }
  }
}
