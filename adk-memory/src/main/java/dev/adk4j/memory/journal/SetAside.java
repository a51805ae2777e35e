package dev.adk4j.memory.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message or fact that a store did not take although it took what came after it. Names it without
 * its content: the message is in its conversation, and {@code MemoryManager.capture} gives it
 * another chance.
 *
 * @param seq the number of the message, or of the newest message that the fact was extracted from
 * @param messageId null for a fact
 * @param factKey what the fact was to be written with; null for a message
 * @param error what the last try ended with: class and code, never content
 * @param at when it was set aside
 */
public record SetAside(
    SaveKey key,
    long seq,
    @Nullable String messageId,
    @Nullable String factKey,
    String error,
    Instant at) {}
