package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.PlainMetadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON-valued metadata: checked, and copied so deeply that nobody can change what others see. */
public final class Metadata {

  private Metadata() {}

  /**
   * An unmodifiable copy; null counts as empty.
   *
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} where a value is neither
   *     text, a finite number, a boolean, null, a list nor a map with text keys
   */
  public static Map<String, @Nullable Object> copy(@Nullable Map<?, ?> metadata) {
    Violations violations = new Violations();
    Map<String, @Nullable Object> copy = copy(metadata, "$.metadata", violations);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return copy;
  }

  static Map<String, @Nullable Object> copy(
      @Nullable Map<?, ?> metadata, String path, Violations violations) {
    return metadata == null ? Map.of() : PlainMetadata.copy(metadata, path, violations);
  }
}
