package dev.adk4j.memory.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.internal.PlainMetadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validates and deeply copies JSON-valued metadata. */
public final class Metadata {

  private Metadata() {}

  /**
   * Returns an unmodifiable copy; null counts as empty.
   *
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} if a value is neither text, a
   *     finite number, a boolean, null, a list nor a map with text keys
   */
  public static Map<String, @Nullable Object> copy(@Nullable Map<?, ?> metadata) {
    Violations violations = new Violations();
    Map<String, @Nullable Object> copy = copy(metadata, "$.metadata", violations);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    return copy;
  }

  /** Returns an unmodifiable copy and collects its violations; null counts as empty. */
  public static Map<String, @Nullable Object> copy(
      @Nullable Map<?, ?> metadata, String path, Violations violations) {
    return metadata == null ? Map.of() : PlainMetadata.copy(metadata, path, violations);
  }
}
