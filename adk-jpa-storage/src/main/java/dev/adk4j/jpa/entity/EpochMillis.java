package dev.adk4j.jpa.entity;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Converts times to milliseconds since 1970 and back. */
@Converter
final class EpochMillis implements AttributeConverter<Instant, Long> {

  @Override
  public @Nullable Long convertToDatabaseColumn(@Nullable Instant instant) {
    return instant == null ? null : instant.toEpochMilli();
  }

  @Override
  public @Nullable Instant convertToEntityAttribute(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
