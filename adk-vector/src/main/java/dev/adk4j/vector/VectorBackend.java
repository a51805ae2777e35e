package dev.adk4j.vector;

import dev.adk4j.value.NoJsonForm;
import java.util.List;

/**
 * The port: what a store has to do. Gets plans that have been checked; see {@link SearchPlan},
 * {@link UpsertPlan} and {@link DeletePlan}. Thread-safe and blocking. Connects by itself at the
 * first use.
 *
 * <p>What it cannot do it leaves out of its {@link #capabilities()} and refuses with the code of
 * {@link VectorFeature}. Errors of its driver become {@code E_VECTOR_STORE_SEARCH_FAILED}, {@code
 * …_UPSERT_FAILED}, {@code …_DELETE_FAILED} or {@code …_COLLECTION_FAILED} with the cause attached;
 * errors that are an {@code AdkException} already pass through.
 */
@NoJsonForm
public interface VectorBackend extends AutoCloseable {

  /** The name that errors and metrics carry, such as {@code pgvector}. */
  String name();

  Capabilities capabilities();

  /** Whether the driver can be used here; says nothing about the server. */
  default boolean isAvailable() {
    return true;
  }

  /**
   * Connects, where there is something to connect to; again does nothing. {@code
   * E_VECTOR_STORE_CONNECTION_FAILED}.
   */
  default void connect() {}

  /** Releases what the backend itself opened. */
  @Override
  default void close() {}

  /**
   * Reads. With a near clause, by falling score, records without a vector left out; {@code
   * E_VECTOR_STORE_SEARCH_FAILED} for an unknown id or one without a vector, {@code
   * E_VECTOR_STORE_DIMENSION_MISMATCH} for a vector of another length. Without one, in no
   * particular order and without scores.
   */
  List<VectorMatch> search(SearchPlan plan);

  /** Writes all records or none. Checks all vectors' lengths before the first write. */
  void upsert(UpsertPlan plan);

  void delete(DeletePlan plan);

  /**
   * Fails where the collection exists, unless {@code ifNotExists}; then an existing one is left as
   * it is.
   */
  void createCollection(CollectionSpec spec, boolean ifNotExists);

  /** Fails where the collection is missing, unless {@code ifExists}. */
  void dropCollection(String collection, boolean ifExists);

  boolean hasCollection(String collection);

  /** Fails where {@code from} is missing or {@code to} exists. */
  default void renameCollection(String from, String to) {
    throw VectorErrors.unsupportedOperation("renameCollection", name());
  }

  /**
   * Runs work whose operations on the given backend are one unit; any exception rolls back and is
   * thrown on as it is. This backend is not affected by it.
   */
  default <E extends Exception> void inTransaction(VectorWork<VectorBackend, E> work) throws E {
    throw VectorErrors.transactionsUnsupported(name());
  }
}
