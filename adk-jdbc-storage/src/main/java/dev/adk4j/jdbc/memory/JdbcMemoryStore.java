package dev.adk4j.jdbc.memory;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
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
 * Facts in the storage's database, found by their words.
 *
 * <p><b>Search.</b> An entry's relevance is how many distinct words of the query its content has;
 * words are Unicode letters, digits and underscores, in lower case, whole, without stemming.
 * Entries without any are not found; equally relevant ones come newest first. The database ranks
 * them by that number, on PostgreSQL with a full-text index, and hands over the best {@code
 * candidateLimit}; what counts is computed here, so that both databases give the same order. A
 * {@link LexicalRanker} may judge these candidates instead. A query of more than 100 words on H2,
 * or 200 on PostgreSQL, takes the newest entries that have one of them.
 *
 * <p><b>Writes.</b> The same content, blanks around it aside, is there once for each owner: adding
 * it again gives the id of what is there and keeps its metadata; so does adding with an idempotency
 * key that was used before. Each call is a transaction of its own that never joins the caller's.
 *
 * <p>Entries belong to tenant and subject. Errors as in {@link
 * dev.adk4j.jdbc.JdbcPersistentStorage}. Safe for concurrent use, also by several processes.
 */
public final class JdbcMemoryStore extends AbstractMemoryStore {

  /** The metadata key of an entry's relevance; what was stored under it is not shown. */
  public static final String RELEVANCE = "_relevanceScore";

  private static final int MAX_ID_BYTES = 200;

  private final int candidateLimit;
  private final @Nullable LexicalRanker ranker;
  private final StorageConnections connections;
  private final Records records;

  private JdbcMemoryStore(Builder builder) {
    super(builder);
    this.candidateLimit = builder.candidateLimit;
    this.ranker = builder.ranker;
    this.connections = StorageConnections.of(builder.dataSource, builder.options);
    this.records = new Records(new Sql(connections), name());
  }

  /**
   * The tables have to be there: see {@link dev.adk4j.jdbc.AdkSchema}.
   *
   * @param name the store's name, which its rows carry
   */
  public static Builder builder(DataSource dataSource, String name) {
    return new Builder(dataSource, name);
  }

  /** {@code NONE} with a ranker of one's own, whose scores mean what it says. */
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
        connections.single(
            "searching memories",
            Records.tenant(owner),
            c -> records.candidates(c, owner, words, candidateLimit));
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
   * What is known of the owner, for that person to see: the newest entries, oldest of them first,
   * without a relevance.
   *
   * @param limit at least 1
   */
  public List<MemoryEntry> entries(MemoryOwner owner, int limit) {
    new Violations()
        .check(limit >= 1, "$.limit", "range", "must be at least 1, was " + limit)
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return connections
        .single("listing memories", Records.tenant(owner), c -> records.newest(c, owner, limit))
        .reversed()
        .stream()
        .map(record -> entry(record).build())
        .toList();
  }

  /** The id of the entry that says so. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
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
    MemoryOwner owner = requireWrite(context);
    requireId(id);
    MemoryErrors.requireContent(content);
    connections.transaction(
        "changing a memory",
        Records.tenant(owner),
        c -> records.put(c, id, content, metadata, context));
  }

  @Override
  public void delete(String id, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    connections.single(
        "deleting a memory", Records.tenant(owner), c -> records.delete(c, owner, id));
  }

  /** Also where the store is read-only: erasure is no write of an agent. */
  @Override
  public void forgetOwner(MemoryOwner owner) {
    connections.single(
        "forgetting an owner", Records.tenant(owner), c -> records.deleteAll(c, owner));
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

  /** Not thread-safe. */
  public static final class Builder extends AbstractMemoryStore.Builder<Builder> {

    private final DataSource dataSource;
    private JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    private int candidateLimit = 500;
    private @Nullable LexicalRanker ranker;

    private Builder(DataSource dataSource, String name) {
      super(name);
      this.dataSource = dataSource;
    }

    @Override
    protected Builder self() {
      return this;
    }

    /** Schema and row-level security; the rest does not matter here. */
    public Builder options(JdbcStorageOptions options) {
      this.options = options;
      return this;
    }

    /** How many entries are looked at, those with most words of the query; 500 by default. */
    public Builder candidateLimit(int candidateLimit) {
      this.candidateLimit = candidateLimit;
      return this;
    }

    /** Ranks what is found; by the number of shared words where there is none. */
    public Builder ranker(@Nullable LexicalRanker ranker) {
      this.ranker = ranker;
      return this;
    }

    /**
     * Asks the database for its name; {@code VALIDATION_EXCEPTION} naming everything that is wrong.
     */
    public JdbcMemoryStore build() {
      check()
          .check(candidateLimit >= 1, "$.candidateLimit", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new JdbcMemoryStore(this);
    }
  }
}
