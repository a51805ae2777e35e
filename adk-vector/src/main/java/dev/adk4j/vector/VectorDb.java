package dev.adk4j.vector;

import dev.adk4j.internal.NoJsonForm;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Client of a vector store: a backend, and the encoder that converts text to vectors for it.
 * Thread-safe; its queries are not.
 *
 * {@snippet :
 * VectorDb db = VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
 * db.collection("docs").upsert(VectorRecord.ofText("a", "Cats purr."));
 * List<VectorMatch> matches = db.collection("docs").nearText("purring").where("lang", "en").select("id").limit(3).fetch();
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class VectorDb implements AutoCloseable {

  final VectorBackend backend;
  final Encoding encoding;
  final @Nullable Consistency consistency;

  private VectorDb(VectorBackend backend, Encoding encoding, @Nullable Consistency consistency) {
    this.backend = backend;
    this.encoding = encoding;
    this.consistency = consistency;
  }

  /** Returns a client without an encoder. */
  public static VectorDb of(VectorBackend backend) {
    return builder(backend).build();
  }

  public static Builder builder(VectorBackend backend) {
    return new Builder(() -> backend);
  }

  /** Returns a builder that calls the supplier of the backend once, in {@link Builder#build}. */
  public static Builder builder(Supplier<? extends VectorBackend> backend) {
    return new Builder(backend);
  }

  /** Returns a new query on a collection. */
  public VectorQuery collection(String name) {
    return new VectorQuery(this, name);
  }

  /** Returns the backend's name. */
  public String name() {
    return backend.name();
  }

  public Capabilities capabilities() {
    return backend.capabilities();
  }

  /** Returns the encoder; empty if there is none. */
  public Optional<VectorEncoder> encoder() {
    return Optional.ofNullable(encoding.encoder());
  }

  /** Returns true if the backend's driver can be used; does not check the server. */
  public boolean isAvailable() {
    return backend.isAvailable();
  }

  /** Connects now. Without this call, the first use connects. */
  public void connect() {
    backend.connect();
  }

  /** Closes the backend. */
  @Override
  public void close() {
    backend.close();
  }

  /** Returns the operations on collections. */
  public Schema schema() {
    return new Schema(backend);
  }

  /**
   * Returns this client for reads and writes of one tenant, for a database with its own tenant
   * isolation; see {@link VectorBackend#forTenant}. It does not replace a filter. Closing either
   * closes both.
   */
  public VectorDb forTenant(String tenant) {
    return new VectorDb(
        backend.forTenant(VectorErrors.required(tenant, "tenant")), encoding, consistency);
  }

  /**
   * Runs work in one transaction. The work receives its own client, bound to the transaction;
   * inside another transaction it joins that one.
   *
   * @throws E the exception of the work, unchanged, after the rollback
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED}
   */
  public <E extends Exception> void transaction(VectorBackend.Work<VectorDb, E> work) throws E {
    if (!capabilities().has(VectorFeature.TRANSACTIONS)) {
      throw VectorErrors.transactionsUnsupported(name());
    }
    backend.<E>inTransaction(bound -> work.run(new VectorDb(bound, encoding, consistency)));
  }

  /** Builds a {@link VectorDb}. Not thread-safe. */
  public static final class Builder {

    private final Supplier<? extends @Nullable VectorBackend> backend;
    private @Nullable VectorEncoder encoder;
    private int encodeChunk = 64;
    private @Nullable Consistency consistency;

    private Builder(Supplier<? extends @Nullable VectorBackend> backend) {
      this.backend = VectorErrors.configured(backend, "the backend must not be null");
    }

    /** Sets the encoder. A backend that encodes text itself does not use it. */
    public Builder encoder(VectorEncoder encoder) {
      this.encoder = VectorErrors.configured(encoder, "the encoder must not be null");
      return this;
    }

    /** Sets the maximum number of texts in one call of the encoder. Default: 64. */
    public Builder encodeChunk(int texts) {
      this.encodeChunk = texts;
      return this;
    }

    /** Sets the consistency of writes that do not name one. Default: the backend's. */
    public Builder consistency(Consistency consistency) {
      this.consistency = VectorErrors.configured(consistency, "the consistency must not be null");
      return this;
    }

    /**
     * Returns the client. Does not connect.
     *
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_VECTOR_STORE_CONFIG}, {@code
     *     E_VECTOR_STORE_DRIVER_UNAVAILABLE}
     */
    public VectorDb build() {
      if (encodeChunk < 1) {
        throw VectorErrors.invalidConfig("encodeChunk must be at least 1");
      }
      VectorBackend made = resolve();
      if (!made.isAvailable()) {
        throw VectorErrors.driverUnavailable(made.name());
      }
      return new VectorDb(made, new Encoding(encoder, encodeChunk), consistency);
    }

    private VectorBackend resolve() {
      @Nullable VectorBackend made;
      try {
        made = backend.get();
      } catch (RuntimeException e) {
        throw VectorErrors.invalidConfig(
            "the supplier of the VectorBackend failed: " + e.getMessage(), e);
      }
      return VectorErrors.configured(made, "the backend must not be null");
    }
  }

  /** Moment at which a write returns. Strongly consistent backends accept and ignore it. */
  public enum Consistency {
    /**
     * Returns when the change is visible. Throws {@code E_VECTOR_STORE_CONSISTENCY_TIMEOUT} if that
     * cannot be confirmed in time.
     */
    STRONG,
    /** Returns when the change is visible or the timeout has elapsed. */
    BEST_EFFORT,
    /** Returns when the backend has acknowledged the change. */
    EVENTUAL
  }

  /**
   * Operations on collections. A failure throws {@code E_VECTOR_STORE_COLLECTION_FAILED}; an
   * operation that the backend lacks throws {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION}.
   *
   * @since 0.1.0
   */
  public static final class Schema {

    private final VectorBackend backend;

    Schema(VectorBackend backend) {
      this.backend = backend;
    }

    /**
     * Creates a collection; fails if it exists. Throws {@code E_INVALID_VECTOR_STORE_CONFIG} for a
     * definition without {@code vector(…)}.
     */
    public void createCollection(String name, Consumer<CollectionSpec.Builder> definition) {
      backend.createCollection(spec(name, definition), false);
    }

    /** Creates a collection, or leaves an existing one unchanged even if it differs. */
    public void createCollectionIfNotExists(
        String name, Consumer<CollectionSpec.Builder> definition) {
      backend.createCollection(spec(name, definition), true);
    }

    private static CollectionSpec spec(String name, Consumer<CollectionSpec.Builder> definition) {
      CollectionSpec.Builder builder = new CollectionSpec.Builder();
      VectorErrors.required(definition, "definition").accept(builder);
      return builder.build(name);
    }

    /** Drops a collection with its records; fails if it is missing. */
    public void dropCollection(String name) {
      backend.dropCollection(name, false);
    }

    /** Drops a collection with its records, if it exists. */
    public void dropCollectionIfExists(String name) {
      backend.dropCollection(name, true);
    }

    public boolean hasCollection(String name) {
      return backend.hasCollection(name);
    }

    /** Returns the collections by name. */
    public List<CollectionSummary> collections() {
      return backend.collections();
    }

    /** Renames a collection. Fails if {@code from} is missing or {@code to} exists. */
    public void renameCollection(String from, String to) {
      SearchPlan.requireCollection(to);
      backend.renameCollection(from, to);
    }
  }
}
