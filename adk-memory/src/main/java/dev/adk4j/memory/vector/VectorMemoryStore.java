package dev.adk4j.memory.vector;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.internal.MemoryErrors;
import dev.adk4j.memory.internal.store.AbstractMemoryStore;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryStore.RelevanceScale;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores facts in a collection of a vector database and finds them by semantic similarity. Owner
 * and store are part of every record and of the condition of every search, change and deletion, so
 * several stores and any number of owners may share a collection. The collection must contain only
 * memory.
 *
 * <p>Equal content of one owner is stored as one record; writing it again changes only its
 * metadata. If the database cannot look up ids, such as Spring AI's vector stores, changing and
 * deleting need {@link VectorFeature#DELETE_BY_FILTER}. A store with neither logs a warning when it
 * is built and rejects both operations with {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION}. A blank
 * query finds nothing. Thread-safe if the database client is.
 *
 * @since 0.1.0
 */
public final class VectorMemoryStore extends AbstractMemoryStore {

  private static final Logger LOG = LoggerFactory.getLogger(VectorMemoryStore.class);

  private final VectorDb db;
  private final String collection;
  private final @Nullable VectorFilter filter;
  private final @Nullable Double minScore;
  private final InstantSource clock;
  private final VectorFacts facts;
  private final boolean looksUp;
  private final @Nullable VectorEncoder encoder;
  private final DistanceMetric metric;

  private VectorMemoryStore(Builder builder) {
    super(builder);
    this.db = builder.db;
    this.collection = builder.collection;
    this.filter = builder.filter;
    this.minScore = builder.minScore;
    this.clock = builder.clock;
    this.encoder = builder.encoder;
    this.metric = builder.metric;
    this.facts = new VectorFacts(name(), db.capabilities());
    this.looksUp =
        db.capabilities().has(VectorFeature.SCAN) && db.capabilities().has(VectorFeature.FILTER_ID);
    if (!looksUp && !db.capabilities().has(VectorFeature.DELETE_BY_FILTER)) {
      LOG.warn(
          "The memory store '{}' can neither change, delete nor erase entries: its"
              + " vector database supports neither lookup by id nor deletion by filter.",
          name());
    }
  }

  /**
   * Returns a builder.
   *
   * @param collection name of a collection with the encoder's vector length; it must exist unless
   *     {@link Builder#createFor} is called
   */
  public static Builder builder(String name, VectorDb db, String collection) {
    return new Builder(name, db, collection);
  }

  /** Returns {@code UNIT}: scores are from 0 to 1 for all backends. */
  @Override
  public RelevanceScale relevanceScale() {
    return RelevanceScale.UNIT;
  }

  @Override
  public void initialize() {
    if (encoder != null && !db.schema().hasCollection(collection)) {
      int length =
          encoder.encode(List.of(name()), VectorEncoder.EncodeKind.DOCUMENT).getFirst().length;
      db.schema()
          .createCollectionIfNotExists(
              collection, c -> c.vector(length, metric).string(VectorFacts.OWNER).index());
    }
  }

  @Override
  public List<MemoryEntry> search(String query, SearchOptions options) {
    MemoryOwner owner = options.requireOwner(name());
    if (query.isBlank()) {
      return List.of();
    }
    int limit = limit(options);
    VectorQuery search = own(owner).nearText(query).select("id", "document", "metadata");
    if (filter != null) {
      search.whereFilter(filter);
    }
    return search.limit(limit).fetch().stream().filter(this::isNear).map(facts::entry).toList();
  }

  /** Keeps a match without a score. */
  private boolean isNear(VectorMatch match) {
    return minScore == null || match.score().isEmpty() || match.score().getAsDouble() >= minScore;
  }

  /** Adds a fact and returns the entry's id. Equal content has an equal id. */
  @Override
  public String add(
      String content, Map<String, @Nullable Object> metadata, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    String id = uuid(owner, content.strip());
    write(owner, id, id, content, metadata);
    return id;
  }

  /**
   * Replaces an entry. If no record of the owner has the id, the record's id is derived from it.
   */
  @Override
  public void update(
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    MemoryErrors.requireContent(content);
    if (looksUp) {
      String record = find(owner, id).isPresent() ? id : named(owner, id);
      write(owner, record, record, content, metadata);
    } else {
      requireDelete();
      // Both ids contain the owner, so neither belongs to another owner.
      own(owner).where(VectorFacts.ID, id).delete();
      write(owner, named(owner, id), id, content, metadata);
    }
  }

  @Override
  public void delete(String id, MemoryWriteContext context) {
    MemoryOwner owner = requireWrite(context);
    if (looksUp) {
      own(owner).whereIn(FieldPath.ID, List.of(id, named(owner, id))).delete();
    } else {
      requireDelete();
      own(owner).where(VectorFacts.ID, id).delete();
    }
  }

  @Override
  public void forgetOwner(MemoryOwner owner) {
    own(owner).delete();
  }

  private void requireDelete() {
    if (!db.capabilities().has(VectorFeature.DELETE_BY_FILTER)) {
      throw new AdkException(
          VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION,
          "The memory store '"
              + name()
              + "' cannot change or delete entries: its vector database supports neither lookup by"
              + " id nor deletion by filter.");
    }
  }

  /**
   * Writes a record.
   *
   * @param known the id that callers use
   */
  private void write(
      MemoryOwner owner,
      String id,
      String known,
      String content,
      Map<String, @Nullable Object> metadata) {
    Instant now = clock.instant();
    Instant created = find(owner, id).map(VectorFacts::createdAt).orElse(now);
    Map<String, @Nullable Object> stamped = facts.stamped(metadata, owner, created, now);
    if (!looksUp) {
      stamped.put(VectorFacts.ID, known);
    }
    db.forTenant(owner.tenant())
        .collection(collection)
        .upsert(VectorRecord.builder(id).document(content).metadata(stamped).build());
  }

  /** Returns the record; empty if the database cannot look up ids. */
  private Optional<VectorMatch> find(MemoryOwner owner, String id) {
    if (!looksUp) {
      return Optional.empty();
    }
    return own(owner).where(FieldPath.ID, id).select("id", "metadata").limit(1).fetch().stream()
        .findFirst();
  }

  private VectorQuery own(MemoryOwner owner) {
    return db.forTenant(owner.tenant())
        .collection(collection)
        .where(VectorFacts.OWNER, VectorFacts.ownerKey(owner))
        .where(VectorFacts.STORE, name());
  }

  private String named(MemoryOwner owner, String id) {
    return uuid(owner, "id " + id);
  }

  private String uuid(MemoryOwner owner, String text) {
    UUID space = UuidCreator.getNameBasedSha1(Digests.sha256(name(), VectorFacts.ownerKey(owner)));
    return UuidCreator.getNameBasedSha1(space, text).toString();
  }

  /** Builds a store. Not thread-safe. */
  public static final class Builder extends AbstractMemoryStore.Builder<Builder> {

    private final VectorDb db;
    private final String collection;
    private @Nullable VectorFilter filter;
    private @Nullable Double minScore;
    private InstantSource clock = InstantSource.system();
    private @Nullable VectorEncoder encoder;
    private DistanceMetric metric = DistanceMetric.COSINE;

    private Builder(String name, VectorDb db, String collection) {
      super(name);
      this.db = db;
      this.collection = collection;
    }

    /** Adds a condition to searches, in addition to the owner's. */
    public Builder filter(@Nullable VectorFilter filter) {
      this.filter = filter;
      return this;
    }

    /**
     * Sets the lowest score, from 0 to 1. Applied after the search, so fewer entries than requested
     * may be returned.
     */
    public Builder minScore(@Nullable Double minScore) {
      this.minScore = minScore;
      return this;
    }

    /**
     * Creates the collection at initialization if it is missing, with an index on the owner and the
     * encoder's vector length. Encodes one text to determine the length.
     */
    public Builder createFor(VectorEncoder encoder, DistanceMetric metric) {
      this.encoder = encoder;
      this.metric = metric;
      return this;
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /** Throws {@code E_INVALID_MEMORY_MANAGER_CONFIG} with all violations. */
    public VectorMemoryStore build() {
      check()
          .requiredText(collection, "$.collection")
          .required(db, "$.db")
          .check(
              minScore == null || (minScore >= 0 && minScore <= 1),
              "$.minScore",
              "range",
              "must be from 0 to 1, was " + minScore)
          .throwIfAny(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
      return new VectorMemoryStore(this);
    }
  }
}
