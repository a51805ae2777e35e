package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.ExtractedFact;

/**
 * A fact that has been extracted and not yet written.
 *
 * @param key the idempotency key it is written with, the same for every try
 */
public record StagedFact(String key, ExtractedFact fact) {}
