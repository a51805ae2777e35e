package dev.adk4j.vector;

/** The type a collection declares for a metadata field; advisory. */
public enum FieldType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN,
  JSON
}
