package dev.adk4j.vector;

import java.util.function.Consumer;

/**
 * Creates and changes collections. Everything that fails is {@code
 * E_VECTOR_STORE_COLLECTION_FAILED}; what a backend cannot do is {@code
 * E_VECTOR_STORE_UNSUPPORTED_OPERATION}.
 */
public final class VectorSchema {

  private final VectorBackend backend;

  VectorSchema(VectorBackend backend) {
    this.backend = backend;
  }

  /**
   * Fails where it exists; {@code E_INVALID_VECTOR_STORE_CONFIG} where {@code vector(…)} was not
   * called.
   */
  public void createCollection(String name, Consumer<CollectionBuilder> definition) {
    backend.createCollection(spec(name, definition), false);
  }

  /** Leaves an existing one as it is, also where it differs. */
  public void createCollectionIfNotExists(String name, Consumer<CollectionBuilder> definition) {
    backend.createCollection(spec(name, definition), true);
  }

  private static CollectionSpec spec(String name, Consumer<CollectionBuilder> definition) {
    CollectionBuilder builder = new CollectionBuilder();
    VectorErrors.required(definition, "definition").accept(builder);
    return builder.build(name);
  }

  /** With all its records; fails where it is missing. */
  public void dropCollection(String name) {
    backend.dropCollection(name, false);
  }

  public void dropCollectionIfExists(String name) {
    backend.dropCollection(name, true);
  }

  public boolean hasCollection(String name) {
    return backend.hasCollection(name);
  }

  /** Fails where {@code from} is missing or {@code to} exists. */
  public void renameCollection(String from, String to) {
    SearchPlan.requireCollection(to);
    backend.renameCollection(from, to);
  }
}
