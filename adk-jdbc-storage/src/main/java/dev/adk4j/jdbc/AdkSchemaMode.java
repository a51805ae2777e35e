package dev.adk4j.jdbc;

/**
 * Handling of the tables at startup when no migration tool manages them.
 *
 * @since 0.1.0
 */
public enum AdkSchemaMode {

  /** Creates missing tables, then checks all of them. */
  CREATE_IF_MISSING,

  /** Checks that all tables and columns exist. */
  VALIDATE,

  /** Nothing. */
  NONE
}
