package dev.adk4j.sample.library;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Searching the documentation.
 *
 * @param topK how many passages a turn gets at most
 * @param minScore how near a passage has to be, from 0 to 1
 * @param cache the file in which the passages' vectors are kept from one start to the next; null to
 *     make them anew each time
 * @param patience how long a turn waits for the index after the application was started
 */
@ConfigurationProperties("sample.library")
public record LibraryProperties(
    @DefaultValue("8") int topK,
    @DefaultValue("0.66") double minScore,
    @Nullable Path cache,
    @DefaultValue("20s") Duration patience) {}
