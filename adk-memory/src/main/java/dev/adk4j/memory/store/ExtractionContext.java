package dev.adk4j.memory.store;

import org.jspecify.annotations.Nullable;

/**
 * What an extractor is told beside the messages.
 *
 * @param defaultModel the manager's model, where it has one
 */
public record ExtractionContext(
    MemoryConversation conversation, @Nullable ExtractionModel defaultModel) {}
