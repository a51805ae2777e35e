package dev.adk4j.jpa;

/** A row and its place in the conversation. */
record NumberedRow(long seq, Row row) {}
