package dev.adk4j.sample.library;

import org.jspecify.annotations.Nullable;

/**
 * Progress of the index of the documentation.
 *
 * @param failure why it cannot be searched at all; null while all is well
 */
public record IndexProgress(int passages, int indexed, boolean ready, @Nullable String failure) {}
