package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON-valued metadata: checked, and copied so deeply that nobody can change what others see. */
public final class Metadata {

  private static final int MAX_DEPTH = 200;

  private final Violations violations;

  private Metadata(Violations violations) {
    this.violations = violations;
  }

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
    return metadata == null ? Map.of() : new Metadata(violations).map(metadata, path, 0);
  }

  private Map<String, @Nullable Object> map(Map<?, ?> source, String path, int depth) {
    Map<String, @Nullable Object> copy = LinkedHashMap.newLinkedHashMap(source.size());
    source.forEach(
        (key, value) -> {
          if (key instanceof String name) {
            copy.put(name, value(value, path + "['" + name + "']", depth));
          } else {
            violations.add(path, "key", "has a key that is not text");
          }
        });
    return Collections.unmodifiableMap(copy);
  }

  private @Nullable Object value(@Nullable Object value, String path, int depth) {
    if (depth > MAX_DEPTH) {
      violations.add(
          path.substring(0, Math.min(path.length(), 100)),
          "depth",
          "is nested too deeply, or contains itself");
      return null;
    }
    return switch (value) {
      case null -> null;
      case String text -> text;
      case Boolean flag -> flag;
      case Number number when isJson(number) -> number;
      case Map<?, ?> map -> map(map, path, depth + 1);
      case List<?> list -> list(list, path, depth + 1);
      default -> {
        violations.add(
            path,
            "type",
            "must be text, a finite number, a boolean, null, a list or a map, not "
                + value.getClass().getName());
        yield null;
      }
    };
  }

  private List<@Nullable Object> list(List<?> source, String path, int depth) {
    List<@Nullable Object> copy = new ArrayList<>(source.size());
    for (Object element : source) {
      copy.add(value(element, path + "[" + copy.size() + "]", depth));
    }
    return Collections.unmodifiableList(copy);
  }

  private static boolean isJson(Number number) {
    return switch (number) {
      case Double d -> Double.isFinite(d);
      case Float f -> Float.isFinite(f);
      default ->
          number instanceof Integer
              || number instanceof Long
              || number instanceof Short
              || number instanceof Byte
              || number instanceof BigDecimal
              || number instanceof BigInteger;
    };
  }
}
