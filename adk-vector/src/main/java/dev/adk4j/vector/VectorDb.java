package dev.adk4j.vector;

import dev.adk4j.value.NoJsonForm;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A vector store: a backend, and the encoder that makes vectors of text for it. Thread-safe; the
 * queries it hands out are not.
 *
 * {@snippet :
 * VectorDb db = VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
 * db.collection("docs").upsert(VectorRecord.ofText("a", "Cats purr."));
 * List<VectorMatch> matches = db.collection("docs").nearText("purring").where("lang", "en").select("id").limit(3).fetch();
 * }
 */
@NoJsonForm
public final class VectorDb implements Function<String, VectorQuery>, AutoCloseable {

  private final VectorBackend backend;
  private final Encoding encoding;
  private final @Nullable Consistency consistency;

  private VectorDb(VectorBackend backend, Encoding encoding, @Nullable Consistency consistency) {
    this.backend = backend;
    this.encoding = encoding;
    this.consistency = consistency;
  }

  /** Without an encoder. */
  public static VectorDb of(VectorBackend backend) {
    return builder(backend).build();
  }

  public static Builder builder(VectorBackend backend) {
    return new Builder(() -> backend);
  }

  /** The backend is asked for when the store is built; it is not connected by that. */
  public static Builder builder(Supplier<? extends VectorBackend> backend) {
    return new Builder(backend);
  }

  /** A fresh query. */
  public VectorQuery collection(String name) {
    return new VectorQuery(this, name);
  }

  /** The same as {@link #collection}. */
  public VectorQuery query(String name) {
    return collection(name);
  }

  /** The same as {@link #collection}. */
  @Override
  public VectorQuery apply(String name) {
    return collection(name);
  }

  /** The backend's name. */
  public String name() {
    return backend.name();
  }

  public Capabilities capabilities() {
    return backend.capabilities();
  }

  public boolean isAvailable() {
    return backend.isAvailable();
  }

  /** Connects now; otherwise the first use does. */
  public void connect() {
    backend.connect();
  }

  @Override
  public void close() {
    backend.close();
  }

  public VectorSchema schema() {
    return new VectorSchema(backend);
  }

  /**
   * Runs work on a store of its own that is bound to one transaction; inside another transaction it
   * joins that.
   *
   * @throws E what the work threw, unchanged, after rolling back
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED}
   */
  public <E extends Exception> void transaction(VectorWork<VectorDb, E> work) throws E {
    if (!capabilities().transactions()) {
      throw VectorErrors.transactionsUnsupported(name());
    }
    backend.<E>inTransaction(bound -> work.run(new VectorDb(bound, encoding, consistency)));
  }

  VectorBackend backend() {
    return backend;
  }

  Encoding encoding() {
    return encoding;
  }

  @Nullable Consistency consistency() {
    return consistency;
  }

  /** Builds a {@link VectorDb}. Not thread-safe. */
  public static final class Builder {

    private final Supplier<? extends @Nullable VectorBackend> backend;
    private @Nullable VectorEncoder encoder;
    private int encodeChunk = 64;
    private @Nullable Consistency consistency;

    private Builder(Supplier<? extends @Nullable VectorBackend> backend) {
      this.backend = required(backend, "backend");
    }

    /** Not asked where the backend encodes text itself. */
    public Builder encoder(VectorEncoder encoder) {
      this.encoder = required(encoder, "encoder");
      return this;
    }

    /** How many texts the encoder gets at a time; 64 unless told otherwise. */
    public Builder encodeChunk(int texts) {
      this.encodeChunk = texts;
      return this;
    }

    /**
     * For writes that do not ask for one themselves; the backend's default unless told otherwise.
     */
    public Builder consistency(Consistency consistency) {
      this.consistency = required(consistency, "consistency");
      return this;
    }

    /**
     * Throws {@code E_INVALID_VECTOR_STORE_CONFIG} or {@code E_VECTOR_STORE_DRIVER_UNAVAILABLE}.
     */
    public VectorDb build() {
      if (encodeChunk < 1) {
        throw VectorErrors.invalidConfig("encodeChunk has to be at least 1");
      }
      VectorBackend made = resolve();
      if (!made.isAvailable()) {
        throw VectorErrors.driverUnavailable(made.name());
      }
      return new VectorDb(made, new Encoding(encoder, encodeChunk), consistency);
    }

    private static <T> T required(@Nullable T part, String name) {
      if (part == null) {
        throw VectorErrors.invalidConfig("the " + name + " must not be null");
      }
      return part;
    }

    private VectorBackend resolve() {
      VectorBackend made;
      try {
        made = backend.get();
      } catch (RuntimeException e) {
        throw VectorErrors.invalidConfig(
            "the supplier of the VectorBackend failed: " + e.getMessage(), e);
      }
      if (made == null) {
        throw VectorErrors.invalidConfig("there is no vector backend");
      }
      return made;
    }
  }
}
