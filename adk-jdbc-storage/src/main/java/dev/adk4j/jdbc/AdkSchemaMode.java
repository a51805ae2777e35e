package dev.adk4j.jdbc;

/** What is done about the tables at start-up where no migration tool looks after them. */
public enum AdkSchemaMode {

  /** Creates the tables that are missing, then checks them. */
  CREATE_IF_MISSING,

  /** Checks that all tables and columns are there. */
  VALIDATE,

  /** Nothing. */
  NONE
}
