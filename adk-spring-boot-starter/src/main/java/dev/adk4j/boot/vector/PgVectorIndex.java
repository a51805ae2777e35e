package dev.adk4j.boot.vector;

import dev.adk4j.boot.VectorProperties;
import dev.adk4j.jdbc.vector.PgIndexKind;

/** Converts the property, so that binding needs no class of the storage module. */
final class PgVectorIndex {

  private PgVectorIndex() {}

  static PgIndexKind of(VectorProperties.Index index) {
    return PgIndexKind.valueOf(index.name());
  }
}
