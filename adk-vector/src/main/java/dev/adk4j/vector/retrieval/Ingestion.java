package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Synchronizes a collection of vectors with a source of documents. A run embeds the passages that
 * are new or changed, then deletes those that are no longer in the source. It reads the documents
 * one by one, so that its memory does not grow with their number. After a crash, the next run
 * continues. Thread-safe; runs of one instance wait for each other.
 *
 * {@snippet :
 * Ingestion handbook = Ingestion.of(DocumentSource.folder(Path.of("/srv/handbook")))
 *     .splitter(DocumentSplitter.byTokens(200, 30))
 *     .owner(Scope.DEFAULT.withTenant("acme"))
 *     .into(db, "handbook");
 * IngestionReport report = handbook.run();
 * Retriever retriever = handbook.retriever(TrustTier.FIRST_PARTY);
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Ingestion {

  private static final int COUNTED_AT_ONCE = 10_000;

  private final Builder settings;
  private final VectorDb db;
  private final String collection;
  private final ReentrantLock running = new ReentrantLock();

  /** Never reset to false. */
  private volatile boolean complete;

  private Ingestion(Builder settings, VectorDb db, String collection) {
    this.settings = settings;
    this.db = db;
    this.collection = collection;
  }

  /** Starts an ingestion of a source. */
  public static Builder of(DocumentSource source) {
    return new Builder(source);
  }

  /**
   * Returns the filter of the ingested passages that a user may see: shared ones, those of the
   * tenant, and those of the subject if the scope has one.
   */
  public static VectorFilter visibleTo(Scope scope) {
    return Owner.visibleTo(scope);
  }

  /** Returns the client of the vector store. */
  public VectorDb db() {
    return db;
  }

  /** Returns the name of the collection. */
  public String collection() {
    return collection;
  }

  /**
   * Reads the source once and updates the collection to match it. Neither reads nor changes records
   * of other writers or other owners. Creates a missing collection.
   *
   * @throws IOException of the source; passages written until then are kept
   * @throws AdkException {@code E_VECTOR_STORE_ENCODER_REQUIRED}; {@code
   *     E_INVALID_VECTOR_STORE_CONFIG} for a source without any document, and for a collection with
   *     vectors of another embedding model; {@code E_VECTOR_STORE_DIMENSION_MISMATCH} for vectors
   *     of another length; exceptions of the store and the model after the last attempt
   */
  public IngestionReport run() throws IOException {
    running.lock();
    try {
      IngestionRun run = new IngestionRun(settings, settings.owner.in(db), collection);
      run.begin();
      settings.source.read(run::accept, run::skip);
      return run.end();
    } finally {
      running.unlock();
    }
  }

  /**
   * Returns the search of the passages that the user may see, see {@link #visibleTo}: by vectors,
   * and also by words with {@link Builder#fullText}. Before the first run it finds nothing.
   *
   * @param trustTier trust in all documents of the collection, without a default
   */
  public Retriever retriever(TrustTier trustTier) {
    CollectionRetriever vectors =
        CollectionRetriever.of(db, collection, trustTier).within(Ingestion::visibleTo);
    CollectionRetriever search = settings.language == null ? vectors : vectors.hybrid();
    return query -> {
      try {
        return search.retrieve(query);
      } catch (AdkException e) {
        if (e.errorCode() == VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED
            && !db.schema().hasCollection(collection)) {
          return List.of();
        }
        throw e;
      }
    };
  }

  /**
   * Returns the search of another retriever until a run of this ingestion is complete, and from
   * then on its own, on every node. Use it to embed a collection with another model while the old
   * one is searched: the new one has its own name, and a client with the new encoder.
   *
   * {@snippet :
   * Ingestion old = Ingestion.of(source).into(oldDb, "handbook");
   * Ingestion fresh = Ingestion.of(source).into(newDb, "handbook_2");
   * Retriever retriever = fresh.retriever(TrustTier.FIRST_PARTY, old.retriever(TrustTier.FIRST_PARTY));
   * fresh.run();
   * }
   */
  public Retriever retriever(TrustTier trustTier, Retriever until) {
    Retriever own = retriever(trustTier);
    Objects.requireNonNull(until, "until");
    return query -> (isComplete() ? own : until).retrieve(query);
  }

  private boolean isComplete() {
    complete =
        complete || IngestionRun.isComplete(settings.owner.in(db), collection, settings.owner);
    return complete;
  }

  /**
   * Deletes all ingested passages of an owner, of this tenant or this subject only. The next run of
   * an ingestion for that owner restores those that are still in its source.
   *
   * @return number of passages; 0 if the backend cannot count them
   */
  public static long erase(VectorDb db, String collection, Scope owner) {
    Owner erased = Owner.of(owner);
    return erase(
        erased.in(db),
        collection,
        VectorFilter.in(FieldPath.ID, List.of(erased.completeId())),
        erased.filter());
  }

  /** Deletes all ingested passages of a tenant and of its subjects, like {@link #erase}. */
  public static long eraseTenant(VectorDb db, String collection, String tenant) {
    return erase(
        db.forTenant(tenant), collection, Owner.completeOfTenant(tenant), Owner.ofTenant(tenant));
  }

  /** Returns the number of passages that {@link #erase} would delete now. */
  public static long count(VectorDb db, String collection, Scope owner) {
    Owner counted = Owner.of(owner);
    return count(counted.in(db), collection, counted.filter());
  }

  /** Returns the number of passages that {@link #eraseTenant} would delete now. */
  public static long countTenant(VectorDb db, String collection, String tenant) {
    return count(db.forTenant(tenant), collection, Owner.ofTenant(tenant));
  }

  private static long erase(
      VectorDb db, String collection, VectorFilter complete, VectorFilter passages) {
    long erased = count(db, collection, passages);
    db.collection(collection).whereFilter(complete).delete();
    db.collection(collection).whereFilter(passages).delete();
    return erased;
  }

  /** Works in pages, so that the memory does not depend on the number of records. */
  private static long count(VectorDb db, String collection, VectorFilter passages) {
    long count = 0;
    boolean more = db.capabilities().has(VectorFeature.SCAN);
    while (more) {
      int page =
          db.collection(collection)
              .whereFilter(passages)
              .select("id")
              .limit(COUNTED_AT_ONCE)
              .offset(Math.toIntExact(count))
              .fetch()
              .size();
      count += page;
      more = page == COUNTED_AT_ONCE;
    }
    return count;
  }

  /** Builds an {@link Ingestion}. Not thread-safe. */
  public static final class Builder {

    final DocumentSource source;
    DocumentSplitter splitter = DocumentSplitter.byTokens(300, 40);
    Owner owner = Owner.EVERYBODY;
    IngestionListener listener = new IngestionListener() {};
    int batch = 64;
    int attempts = 5;
    int requestsPerMinute = Integer.MAX_VALUE;
    int tokensPerMinute = Integer.MAX_VALUE;
    Timing timing = Timing.SYSTEM;
    @Nullable String language;

    private Builder(DocumentSource source) {
      this.source = Objects.requireNonNull(source, "source");
    }

    private Builder(Builder other) {
      source = other.source;
      splitter = other.splitter;
      owner = other.owner;
      listener = other.listener;
      batch = other.batch;
      attempts = other.attempts;
      requestsPerMinute = other.requestsPerMinute;
      tokensPerMinute = other.tokensPerMinute;
      timing = other.timing;
      language = other.language;
    }

    /**
     * Sets the splitter. Another splitter creates other passages: the next run embeds them.
     * Default: 300 tokens with an overlap of 40.
     */
    public Builder splitter(DocumentSplitter splitter) {
      this.splitter = Objects.requireNonNull(splitter, "splitter");
      return this;
    }

    /**
     * Also searches passages by their words, in that language, and fuses the two rankings. Applies
     * to a collection that the ingestion creates; an existing one must already have it. Default: by
     * vectors only.
     *
     * @param language such as {@code english}; {@code simple} for no specific language
     */
    public Builder fullText(String language) {
      this.language = Objects.requireNonNull(language, "language");
      return this;
    }

    /**
     * Sets the owner of all passages: the tenant, or the subject of the tenant if there is one. The
     * conversation has no effect. No content of a document changes it. Default: all users.
     */
    public Builder owner(Scope owner) {
      this.owner = Owner.of(owner);
      return this;
    }

    /** Sets the listener. Default: none. */
    public Builder listener(IngestionListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** Sets the maximum number of passages in one call of the embedding model. Default: 64. */
    public Builder batch(int passages) {
      this.batch = positive(passages, "batch");
      return this;
    }

    /**
     * Sets the number of attempts for a call of the embedding model or the store before it fails
     * the run. The pauses between are 1, 2, 4 seconds and so on, a minute at most. Fatal errors are
     * not retried. Default: 5.
     */
    public Builder attempts(int attempts) {
      this.attempts = positive(attempts, "attempts");
      return this;
    }

    /**
     * Sets the maximum calls of the embedding model in a minute, evenly spread. Default: no limit.
     */
    public Builder requestsPerMinute(int requests) {
      this.requestsPerMinute = positive(requests, "requestsPerMinute");
      return this;
    }

    /**
     * Sets the maximum tokens of {@code cl100k_base} that are embedded in a minute, evenly spread.
     * Default: no limit.
     */
    public Builder tokensPerMinute(int tokens) {
      this.tokensPerMinute = positive(tokens, "tokensPerMinute");
      return this;
    }

    Builder timing(Timing timing) {
      this.timing = timing;
      return this;
    }

    /**
     * Returns the ingestion. Does not connect.
     *
     * @param db client with an encoder, of a backend that can create collections, scan and read
     *     vectors
     * @param collection collection without passages of another source of this owner, which would
     *     count as deleted
     */
    public Ingestion into(VectorDb db, String collection) {
      Objects.requireNonNull(db, "db");
      if (Objects.requireNonNull(collection, "collection").isEmpty()) {
        throw VectorErrors.invalidConfig("an ingestion needs a collection");
      }
      return new Ingestion(new Builder(this), db, collection);
    }

    private static int positive(int number, String name) {
      if (number < 1) {
        throw VectorErrors.invalidConfig(name + " must be at least 1");
      }
      return number;
    }
  }
}
