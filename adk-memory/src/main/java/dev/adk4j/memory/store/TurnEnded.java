package dev.adk4j.memory.store;

/** A turn is over, however it ended. */
public record TurnEnded(MemoryConversation conversation, String turnId) {}
