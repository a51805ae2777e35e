package dev.adk4j.boot.vector;

import dev.adk4j.boot.internal.properties.VectorProperties;
import dev.adk4j.jdbc.vector.PgVectorBackend;

/** Converts the property, so that binding needs no class of the storage module. */
final class PgVectorIndex {

  private PgVectorIndex() {}

  static PgVectorBackend.IndexKind of(VectorProperties.Index index) {
    return PgVectorBackend.IndexKind.valueOf(index.name());
  }
}
