package dev.adk4j.test.vector;

import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every vector backend has to do. Extend it and say how to make one; what the backend's
 * capabilities leave out has to be refused with the code of {@link dev.adk4j.vector.VectorFeature},
 * and is checked for that too.
 */
public abstract class VectorBackendContractTests
    implements VectorReadCases,
        VectorWriteCases,
        VectorFilterCases,
        VectorCollectionCases,
        VectorRetrievablesCases {

  private final StubEncoder encoder = new StubEncoder(dimensions());
  private VectorBackend backend;
  private VectorDb db;

  /**
   * A backend with an empty collection {@code docs} of {@link #dimensions()}, compared by cosine.
   */
  protected abstract VectorBackend createBackend() throws Exception;

  /** At least 3; the kit pads its vectors with zeros. */
  @Override
  public int dimensions() {
    return 3;
  }

  /**
   * Whether several threads may use the backend at once; only a test server with one session for
   * all may not.
   */
  @Override
  public boolean concurrent() {
    return true;
  }

  /** Whether reading a collection that is not there fails; otherwise it finds nothing. */
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

  /** What the store under test encodes with. */
  protected final StubEncoder encoder() {
    return encoder;
  }
}
