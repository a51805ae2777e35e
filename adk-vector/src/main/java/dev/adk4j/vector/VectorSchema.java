package dev.adk4j.vector;

import java.util.function.Consumer;

/**
 * Operations on collections. A failure is {@code E_VECTOR_STORE_COLLECTION_FAILED}; an operation
 * that the backend lacks is {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION}.
 *
 * @since 0.1.0
 */
public final class VectorSchema {

  private final VectorBackend backend;

  VectorSchema(VectorBackend backend) {
    this.backend = backend;
  }

  /**
   * Creates a collection; fails if it exists. A definition without {@code vector(…)} is {@code
   * E_INVALID_VECTOR_STORE_CONFIG}.
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

  /** Drops a collection with its records, if there is one. */
  public void dropCollectionIfExists(String name) {
    backend.dropCollection(name, true);
  }

  public boolean hasCollection(String name) {
    return backend.hasCollection(name);
  }

  /** Renames a collection. Fails if {@code from} is missing or {@code to} exists. */
  public void renameCollection(String from, String to) {
    SearchPlan.requireCollection(to);
    backend.renameCollection(from, to);
  }
}
