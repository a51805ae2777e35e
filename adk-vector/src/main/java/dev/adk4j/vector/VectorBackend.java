package dev.adk4j.vector;

import dev.adk4j.internal.NoJsonForm;
import java.util.List;

/**
 * Port that a vector store implements. It receives plans whose content has been checked: {@link
 * SearchPlan}, {@link UpsertPlan}, {@link DeletePlan}, {@link CollectionSpec}. Implementations are
 * thread-safe, block, and connect at the first use.
 *
 * <p>A backend omits missing features from its {@link #capabilities()} and rejects them with the
 * code of {@link VectorFeature}. It wraps errors of its driver in {@code
 * E_VECTOR_STORE_SEARCH_FAILED}, {@code …_UPSERT_FAILED}, {@code …_DELETE_FAILED} or {@code
 * …_COLLECTION_FAILED} with the cause attached, and rethrows an {@code AdkException} unchanged.
 * {@link VectorErrors} creates these errors. {@code VectorBackendContractTests} of {@code adk-test}
 * tests an implementation.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface VectorBackend extends AutoCloseable {

  /** Returns the name for errors and metrics, such as {@code pgvector}. */
  String name();

  Capabilities capabilities();

  /** Returns true if the driver can be used; does not check the server. */
  default boolean isAvailable() {
    return true;
  }

  /** Connects, once. Throws {@code E_VECTOR_STORE_CONNECTION_FAILED} on failure. */
  default void connect() {}

  /** Releases the resources that the backend itself opened. */
  @Override
  default void close() {}

  /**
   * Reads. With a near clause, returns rows by descending score and omits records without a vector.
   * Without one, returns rows in any order and without scores.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_SEARCH_FAILED} for an unknown id and
   *     for a record without vector; {@code E_VECTOR_STORE_DIMENSION_MISMATCH} for a vector of
   *     another length
   */
  List<VectorMatch> search(SearchPlan plan);

  /**
   * Reads by words, or by vector and words, by descending score. Each match has an explanation. A
   * record without a vector can match by its words.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION} without
   *     {@link VectorFeature#FULL_TEXT}; {@code E_VECTOR_STORE_SEARCH_FAILED} for a collection
   *     without full text; the errors of {@link #search}
   */
  default List<VectorMatch> searchHybrid(HybridPlan plan) {
    throw VectorErrors.unsupportedOperation("matching", name());
  }

  /** Writes all records or none. Checks the length of all vectors before the first write. */
  void upsert(UpsertPlan plan);

  void delete(DeletePlan plan);

  /**
   * Creates a collection.
   *
   * @param ifNotExists leaves an existing collection unchanged; otherwise it is an error
   */
  void createCollection(CollectionSpec spec, boolean ifNotExists);

  /**
   * Drops a collection with its records.
   *
   * @param ifExists accepts a missing collection; otherwise it is an error
   */
  void dropCollection(String collection, boolean ifExists);

  boolean hasCollection(String collection);

  /** Renames a collection. Fails if {@code from} is missing or {@code to} exists. */
  default void renameCollection(String from, String to) {
    throw VectorErrors.unsupportedOperation("renameCollection", name());
  }

  /**
   * Returns the collections by name.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION} by a backend
   *     that cannot list them
   */
  default List<CollectionSummary> collections() {
    throw VectorErrors.unsupportedOperation("collections", name());
  }

  /**
   * Returns this backend for reads and writes of one tenant. A database with its own tenant
   * isolation then returns and accepts no data of other tenants, regardless of filters. Default:
   * this backend.
   */
  default VectorBackend forTenant(String tenant) {
    return this;
  }

  /**
   * Runs work in one transaction. The work receives a backend bound to it; this backend is not
   * affected. Any exception rolls back and is rethrown unchanged.
   */
  default <E extends Exception> void inTransaction(Work<VectorBackend, E> work) throws E {
    throw VectorErrors.transactionsUnsupported(name());
  }

  /** Work inside a transaction. */
  @FunctionalInterface
  interface Work<S, E extends Exception> {

    /**
     * Runs the work.
     *
     * @param store bound to the transaction and invalid after it
     */
    void run(S store) throws E;
  }
}
