package dev.adk4j.vector;

/**
 * Optional feature of a backend. A backend rejects a missing feature with the code named here and
 * never approximates it: operations with {@code E_VECTOR_STORE_UNSUPPORTED_OPERATION}, filters with
 * {@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}.
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
  /** Search by words, alone or fused with a search by vector. */
  FULL_TEXT,
  /** Raw SQL conditions with bindings. */
  RAW_SQL,
  /** Encoding of texts by the backend; the encoder is not called. */
  BUILT_IN_ENCODING,
  /** Search by a given vector, and records that contain their vector. */
  VECTORS,
  /** Search by the vector of a stored record. */
  NEAR_ID,
  /**
   * Similarity search over every record, including those in the opposite direction; without this
   * feature such rows may be missing.
   */
  FULL_RANGE,
  /** Reads without similarity. */
  SCAN,
  /** Reading stored vectors. */
  READ_VECTORS,
  /** Records without a vector; otherwise {@code E_VECTOR_STORE_UPSERT_FAILED}. */
  VECTORLESS_RECORDS,
  /** Atomic upsert of all records, even if the backend fails in the middle. */
  ATOMIC_UPSERT,
  /** Deleting by filter. */
  DELETE_BY_FILTER,
  /** Emptying a collection. */
  DELETE_ALL,
  /** {@code exists}, and with it {@code whereExists} and {@code whereNull}. */
  FILTER_EXISTS,
  /** {@code contains}. */
  FILTER_CONTAINS,
  /** JSON null as a distinct value, in metadata and as an operand. */
  FILTER_NULL,
  /** Dotted paths into nested metadata. */
  FILTER_PATHS,
  /** The field {@code id} anywhere in a filter, not only in a delete by ids. */
  FILTER_ID,
  /** Negation of a range. */
  FILTER_NOT_RANGE,
  /**
   * Fields with different types in different records, or absent in some, compared as {@code
   * VectorFilter} defines.
   */
  FILTER_MIXED_TYPES
}
