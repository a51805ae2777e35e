package dev.adk4j.vector;

/**
 * What a backend may or may not be able to do. What it lacks it refuses with the code named here;
 * nothing is approximated. Operations are refused with {@code
 * E_VECTOR_STORE_UNSUPPORTED_OPERATION}, filters with {@code
 * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}.
 */
public enum VectorFeature {
  /**
   * Several operations as one atomic unit; otherwise {@code
   * E_VECTOR_STORE_TRANSACTIONS_UNSUPPORTED}.
   */
  TRANSACTIONS,
  /** More than one vector for each record. */
  NAMED_VECTORS,
  /** Creating and dropping collections. */
  COLLECTIONS,
  /** Renaming a collection. */
  RENAME,
  /** Raw SQL conditions with bindings. */
  RAW_SQL,
  /** The backend turns text into vectors itself; the encoder is not asked. */
  BUILT_IN_ENCODING,
  /** Search by a given vector, and records that bring their vector. */
  VECTORS,
  /** Search by the vector of a stored record. */
  NEAR_ID,
  /**
   * A similarity search reaches every record, also those in the opposite direction; without it such
   * rows may be missing.
   */
  FULL_RANGE,
  /** Reads without similarity. */
  SCAN,
  /** Stored vectors can be read back. */
  READ_VECTORS,
  /** Records without a vector; otherwise {@code E_VECTOR_STORE_UPSERT_FAILED}. */
  VECTORLESS_RECORDS,
  /** One upsert call is all or nothing, also when the backend fails in the middle. */
  ATOMIC_UPSERT,
  /** Deleting by filter. */
  DELETE_BY_FILTER,
  /** Emptying a collection. */
  DELETE_ALL,
  /** {@code exists}, and with it {@code whereExists} and {@code whereNull}. */
  FILTER_EXISTS,
  /** {@code contains}. */
  FILTER_CONTAINS,
  /** JSON null as a value of its own, in metadata and as an operand. */
  FILTER_NULL,
  /** Dotted paths into nested metadata. */
  FILTER_PATHS,
  /** The reserved field {@code id} anywhere in a filter, not only in a delete by ids. */
  FILTER_ID,
  /** The negation of a range. */
  FILTER_NOT_RANGE,
  /**
   * A field that has other types in other records, or is absent in some, compared as the algebra
   * says.
   */
  FILTER_MIXED_TYPES
}
