package dev.adk4j.jdbc.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.memory.Records.MemoryRecord;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.store.AbstractMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores facts in the storage's database and finds them by their words.
 *
 * <p><b>Search.</b> The relevance of an entry is the number of distinct words that its content
 * shares with the query. Words consist of Unicode letters, digits and underscores, in lower case,
 * without stemming. Entries without a shared word are not found; equally relevant entries are
 * ordered newest first. The database ranks entries by that number, on PostgreSQL with a full-text
 * index, and returns the best {@code candidateLimit} entries. Java code then computes the score, so
 * both databases return the same order. A {@link LexicalRanker} can rank these candidates instead.
 * A query of more than 100 words on H2, or 200 on PostgreSQL, selects the newest entries that
 * contain one of them.
 *
 * <p><b>Writes.</b> An owner's entries have distinct content, ignoring surrounding blanks. Adding
 * equal content again, or using an idempotency key again, returns the id of the existing entry and
 * keeps its metadata. Each call is a separate transaction that never joins the caller's.
 *
 * <p>Entries belong to tenant and subject. Throws the errors of {@link
 * dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe; several processes can share the tables.
 *
 * @since 0.1.0
 */
public final class JdbcMemoryStore extends AbstractMemoryStore {

  /** Metadata key of an entry's relevance. Hides a stored value with the same key. */
  public static final String RELEVANCE = "_relevanceScore";

  private static final int MAX_ID_BYTES = 200;

  private final int candidateLimit;
  private final @Nullable LexicalRanker ranker;
  private final StorageConnections connections;
  private final StorageSql sql;
  private final Records records;

  private JdbcMemoryStore(Builder builder) {
    super(builder);
    this.candidateLimit = builder.candidateLimit;
    this.ranker = builder.ranker;
    this.connections = StorageConnections.of(builder.dataSource, builder.options);
    this.sql = new StorageSql(connections::table, connections.isPostgres());
    this.records = new Records(sql, name());
  }

  /**
   * Returns a builder. The tables must exist: see {@link dev.adk4j.jdbc.AdkSchema}.
   *
   * @param name name of the store, which is stored with each row
   */
  public static Builder builder(DataSource dataSource, String name) {
    return new Builder(dataSource, name);
  }

  /**
   * Returns the scale of the relevance; {@code NONE} for a custom ranker, whose scale is unknown.
   */
  @Override
  public RelevanceScale relevanceScale() {
    return ranker == null ? RelevanceScale.TOKEN_COUNT : RelevanceScale.NONE;
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions options) {
    MemoryOwner owner = options.requireOwner(name());
    int limit = limit(options);
    Set<String> words = Words.of(query);
    if (words.isEmpty()) {
      return List.of();
    }
    List<MemoryRecord> candidates =
        single(
            "searching memories",
            owner,
            on -> records.candidates(on, owner, words, candidateLimit));
    return candidates.stream()
        .map(record -> new Scored(record, score(query, words, record)))
        .filter(scored -> scored.score > 0)
        .sorted(Scored.BEST_FIRST)
        .limit(limit)
        .map(this::entry)
        .toList();
  }

  private double score(String query, Set<String> words, MemoryRecord record) {
    return ranker == null
        ? Words.score(words, record.content()) + record.similarity()
        : ranker.score(query, record.content());
  }

  private MemoryEntry entry(Scored scored) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(scored.record.metadata());
    if (ranker == null && scored.record.similarity() == 0) {
      metadata.put(RELEVANCE, (int) scored.score);
    } else {
      metadata.put(RELEVANCE, scored.score);
    }
    return entry(scored.record).metadata(metadata).relevance(scored.score).build();
  }

  private MemoryEntry.Builder entry(MemoryRecord record) {
    return MemoryEntry.builder(record.content())
        .storeName(name())
        .metadata(record.metadata())
        .id(record.id())
        .createdAt(record.createdAt())
        .updatedAt(record.updatedAt());
  }

  /**
   * Returns the owner's newest entries, oldest first, without a relevance, for example to show them
   * to that person.
   *
   * @param limit largest number of entries, at least 1
   */
  public List<MemoryEntry> entries(MemoryOwner owner, int limit) {
    Violations.require(limit >= 1, "$.limit", "range", "must be at least 1, was " + limit);
    return single("listing memories", owner, on -> records.newest(on, owner, limit))
        .reversed()
        .stream()
        .map(record -> entry(record).build())
        .toList();
  }

  /** Adds an entry. Returns its id, or that of an existing entry with equal content. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    return transaction("adding a memory", owner, on -> records.add(on, content, metadata, context));
  }

  /** Updates an entry. Deletes another entry with equal content. */
  @Override
  public void update(
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    requireId(id);
    MemoryErrors.requireContent(content);
    transaction("changing a memory", owner, on -> records.put(on, id, content, metadata, context));
  }

  @Override
  public void delete(String id, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    single("deleting a memory", owner, on -> records.delete(on, owner, id));
  }

  /** Deletes all entries of the owner, even if the store is read-only for agents. */
  @Override
  public void forgetOwner(MemoryOwner owner) {
    single("forgetting an owner", owner, on -> records.deleteAll(on, owner));
  }

  private <T> T single(String doing, MemoryOwner owner, Statements.Work<T> work) {
    return connections.single(doing, Records.tenant(owner), c -> work.on(sql.on(c)));
  }

  private <T> T transaction(String doing, MemoryOwner owner, Statements.Work<T> work) {
    return connections.transaction(doing, Records.tenant(owner), c -> work.on(sql.on(c)));
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

  private record Scored(MemoryRecord record, double score) {
    static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingDouble(Scored::score)
            .thenComparing(scored -> scored.record.ordinal())
            .reversed();
  }

  /** Builds a {@link JdbcMemoryStore}. Not thread-safe. */
  public static final class Builder extends AbstractMemoryStore.Builder<Builder> {

    private final DataSource dataSource;
    private JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    private int candidateLimit = 500;
    private @Nullable LexicalRanker ranker;

    private Builder(DataSource dataSource, String name) {
      super(name);
      this.dataSource = dataSource;
    }

    /** Sets schema, table prefix and row-level security. Other options have no effect. */
    public Builder options(JdbcStorageOptions options) {
      this.options = options;
      return this;
    }

    /**
     * Sets the largest number of candidates to rank: those that share the most words with the
     * query. Default: 500.
     */
    public Builder candidateLimit(int candidateLimit) {
      this.candidateLimit = candidateLimit;
      return this;
    }

    /** Sets the ranker of candidates. Default: null, which ranks by the number of shared words. */
    public Builder ranker(@Nullable LexicalRanker ranker) {
      this.ranker = ranker;
      return this;
    }

    /**
     * Returns the store. Opens a connection to detect the database. Throws {@code
     * VALIDATION_EXCEPTION} with all violations.
     */
    public JdbcMemoryStore build() {
      check()
          .check(candidateLimit >= 1, "$.candidateLimit", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new JdbcMemoryStore(this);
    }
  }
}
