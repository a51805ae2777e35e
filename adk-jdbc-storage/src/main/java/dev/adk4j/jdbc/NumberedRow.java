package dev.adk4j.jdbc;

/** Row with its position in the conversation. */
record NumberedRow(long seq, Row row) {}
