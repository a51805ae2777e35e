package dev.adk4j.storage;

/**
 * Locates one record in its conversation.
 *
 * @param number from 1, unique and gap-free in the conversation
 * @param kind {@code message}, {@code thought} or {@code tool call}
 */
public record StoredRow(long number, String kind, String id) {}
