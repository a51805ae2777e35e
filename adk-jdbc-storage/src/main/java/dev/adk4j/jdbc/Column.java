package dev.adk4j.jdbc;

/**
 * Column that holds a field of a record.
 *
 * @param field name of the field in the record's snapshot
 */
record Column(String name, String field, ColumnType type) {}
