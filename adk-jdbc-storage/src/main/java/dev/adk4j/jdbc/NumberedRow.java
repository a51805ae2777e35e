package dev.adk4j.jdbc;

/** A row and its place in the conversation. */
record NumberedRow(long seq, Row row) {}
