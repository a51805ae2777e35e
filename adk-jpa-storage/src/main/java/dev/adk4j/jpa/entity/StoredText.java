package dev.adk4j.jpa.entity;

import dev.adk4j.jdbc.TextEscape;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/** Restores texts in which U+0000 and unpaired surrogates are escaped. */
@Converter
final class StoredText implements AttributeConverter<String, String> {

  @Override
  public @Nullable String convertToDatabaseColumn(@Nullable String text) {
    return text == null ? null : TextEscape.escape(text);
  }

  @Override
  public @Nullable String convertToEntityAttribute(@Nullable String stored) {
    return stored == null ? null : TextEscape.unescape(stored);
  }
}
