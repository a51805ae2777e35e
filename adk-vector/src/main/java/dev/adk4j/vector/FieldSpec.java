package dev.adk4j.vector;

/**
 * A metadata field as a collection declares it; advisory, except that an SQL store may index it.
 */
public record FieldSpec(String name, FieldType type, boolean index, boolean nullable) {}
