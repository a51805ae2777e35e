package dev.adk4j.jpa.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.jpa.JpaStorageOptions;
import dev.adk4j.jpa.StorageConnections;
import dev.adk4j.jpa.TextEscape;
import dev.adk4j.jpa.memory.Records.MemoryRecord;
import dev.adk4j.memory.store.ExtractionConfig;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryErrors;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.MutableMemoryStore;
import dev.adk4j.memory.store.RelevanceScale;
import dev.adk4j.memory.store.SearchOptions;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Facts in the storage's database, found by their words.
 *
 * <p><b>Search.</b> An entry's relevance is how many distinct words of the query its content has;
 * words are Unicode letters, digits and underscores, in lower case, whole, without stemming.
 * Entries without any are not found; equally relevant ones come newest first. The database
 * preselects, on PostgreSQL with a full-text index; what counts is computed here, so that both
 * databases give the same order. Where more than {@code candidateLimit} entries have a word, the
 * newest of them are looked at.
 *
 * <p><b>Writes.</b> The same content, blanks around it aside, is there once for each owner: adding
 * it again gives the id of what is there and keeps its metadata; so does adding with an idempotency
 * key that was used before. Each call is a transaction of its own that never joins the caller's.
 *
 * <p>Entries belong to tenant and subject. Errors as in {@link dev.adk4j.jpa.JpaPersistentStorage}.
 * Safe for concurrent use, also by several processes.
 */
public final class JpaMemoryStore implements MutableMemoryStore {

  /** The metadata key of an entry's relevance; what was stored under it is not shown. */
  public static final String RELEVANCE = "_relevanceScore";

  private static final int MAX_ID_BYTES = 200;

  private final String name;
  private final @Nullable String description;
  private final @Nullable Integer maxSearchResults;
  private final boolean writable;
  private final @Nullable ExtractionConfig extraction;
  private final int candidateLimit;
  private final StorageConnections connections;
  private final Records records;

  private JpaMemoryStore(Builder builder) {
    this.name = builder.name;
    this.description = builder.description;
    this.maxSearchResults = builder.maxSearchResults;
    this.writable = builder.writable;
    this.extraction = builder.extraction;
    this.candidateLimit = builder.candidateLimit;
    this.connections = StorageConnections.of(builder.dataSource, builder.options);
    this.records = new Records(new Sql(connections), name);
  }

  /**
   * The tables have to be there: see {@link dev.adk4j.jpa.AdkSchema}.
   *
   * @param name the store's name, which its rows carry
   */
  public static Builder builder(DataSource dataSource, String name) {
    return new Builder(dataSource, name);
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
    int limit = options.limitOr(maxSearchResults().orElse(10));
    Set<String> words = Words.of(query);
    if (words.isEmpty()) {
      return List.of();
    }
    List<MemoryRecord> candidates =
        connections.single(
            "searching memories",
            Records.tenant(owner),
            c -> records.candidates(c, owner, words, candidateLimit));
    return candidates.stream()
        .map(record -> new Scored(record, Words.score(words, record.content())))
        .filter(scored -> scored.score > 0)
        .sorted(Scored.BEST_FIRST)
        .limit(limit)
        .map(this::entry)
        .toList();
  }

  private MemoryEntry entry(Scored scored) {
    MemoryRecord record = scored.record;
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(record.metadata());
    metadata.put(RELEVANCE, scored.score);
    return MemoryEntry.builder(record.content())
        .storeName(name)
        .metadata(metadata)
        .id(record.id())
        .relevance((double) scored.score)
        .createdAt(record.createdAt())
        .updatedAt(record.updatedAt())
        .build();
  }

  /** The id of the entry that says so. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWritable(context);
    MemoryErrors.requireContent(content);
    return connections.transaction(
        "adding a memory", Records.tenant(owner), c -> records.add(c, content, metadata, context));
  }

  /** An entry with another id that says the same goes: a fact is there once. */
  @Override
  public void update(
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context) {
    MemoryOwner owner = requireWritable(context);
    requireId(id);
    MemoryErrors.requireContent(content);
    connections.transaction(
        "changing a memory",
        Records.tenant(owner),
        c -> records.put(c, id, content, metadata, context));
  }

  @Override
  public void delete(String id, MemoryWriteContext context) {
    MemoryOwner owner = requireWritable(context);
    connections.single(
        "deleting a memory", Records.tenant(owner), c -> records.delete(c, owner, id));
  }

  /** Also where the store is read-only: erasure is no write of an agent. */
  @Override
  public void forgetOwner(MemoryOwner owner) {
    connections.single(
        "forgetting an owner", Records.tenant(owner), c -> records.deleteAll(c, owner));
  }

  private MemoryOwner requireWritable(MemoryWriteContext context) {
    if (!writable) {
      throw MemoryErrors.readOnly(name);
    }
    return context.requireOwner(name);
  }

  private static void requireId(String id) {
    new Violations()
        .requiredText(id, "$.id")
        .check(
            TextEscape.escape(id).getBytes(StandardCharsets.UTF_8).length <= MAX_ID_BYTES,
            "$.id",
            "length",
            "must not be longer than " + MAX_ID_BYTES + " bytes of UTF-8")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  private record Scored(MemoryRecord record, int score) {
    static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingInt(Scored::score)
            .thenComparing(scored -> scored.record.ordinal())
            .reversed();
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final DataSource dataSource;
    private final String name;
    private JpaStorageOptions options = JpaStorageOptions.DEFAULT;
    private @Nullable String description;
    private @Nullable Integer maxSearchResults;
    private boolean writable = true;
    private @Nullable ExtractionConfig extraction;
    private int candidateLimit = 500;

    private Builder(DataSource dataSource, String name) {
      this.dataSource = dataSource;
      this.name = name;
    }

    /** Schema and row-level security; the rest does not matter here. */
    public Builder options(JpaStorageOptions options) {
      this.options = options;
      return this;
    }

    /** Tells the model what lies here. */
    public Builder description(@Nullable String description) {
      this.description = description;
      return this;
    }

    /** How many entries a search gives where its caller does not say; at least 1. */
    public Builder maxSearchResults(@Nullable Integer maxSearchResults) {
      this.maxSearchResults = maxSearchResults;
      return this;
    }

    /** True by default. */
    public Builder writable(boolean writable) {
      this.writable = writable;
      return this;
    }

    /** How conversations are distilled into facts here by themselves; off by default. */
    public Builder extraction(@Nullable ExtractionConfig extraction) {
      this.extraction = extraction;
      return this;
    }

    /** How many entries with a word of the query are looked at, the newest ones; 500 by default. */
    public Builder candidateLimit(int candidateLimit) {
      this.candidateLimit = candidateLimit;
      return this;
    }

    /**
     * Asks the database for its name; {@code VALIDATION_EXCEPTION} naming everything that is wrong.
     */
    public JpaMemoryStore build() {
      new Violations()
          .check(!name.isBlank(), "$.name", "blank", "must not be blank")
          .check(
              maxSearchResults == null || maxSearchResults >= 1,
              "$.maxSearchResults",
              "range",
              "must be at least 1")
          .check(candidateLimit >= 1, "$.candidateLimit", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new JpaMemoryStore(this);
    }
  }
}
