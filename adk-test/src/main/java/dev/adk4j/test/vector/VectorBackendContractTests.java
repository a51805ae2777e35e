package dev.adk4j.test.vector;

import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Contract tests for vector backends. Extend this class and create a backend. The tests also check
 * that each missing feature is rejected with the code of {@link dev.adk4j.vector.VectorFeature}.
 *
 * @since 0.1.0
 */
public abstract class VectorBackendContractTests
    implements VectorReadCases,
        VectorWriteCases,
        VectorFilterCases,
        VectorCollectionCases,
        VectorWordsCases,
        VectorRetrievablesCases {

  private final StubEncoder encoder = new StubEncoder(dimensions());
  private VectorBackend backend;
  private VectorDb db;

  /**
   * Returns a backend with an empty collection {@code docs} of {@link #dimensions()} that compares
   * by cosine.
   */
  protected abstract VectorBackend createBackend() throws Exception;

  /** Returns the length of vectors, at least 3; the tests pad their vectors with zeros. */
  @Override
  public int dimensions() {
    return 3;
  }

  /**
   * Returns true if several threads may use the backend concurrently; false only for a test server
   * with a single session.
   */
  @Override
  public boolean concurrent() {
    return true;
  }

  /** Returns true if reading a missing collection fails; false if it returns nothing. */
  @Override
  public boolean missingCollectionFails() {
    return true;
  }

  @BeforeEach
  final void openStore() throws Exception {
    backend = createBackend();
    db = VectorDb.builder(backend).encoder(encoder).build();
  }

  @AfterEach
  final void closeStore() {
    if (db != null) {
      db.close();
    }
  }

  @Override
  public final VectorDb db() {
    return db;
  }

  @Override
  public final VectorBackend backend() {
    return backend;
  }

  /** Returns the encoder of the store under test. */
  protected final StubEncoder encoder() {
    return encoder;
  }
}
