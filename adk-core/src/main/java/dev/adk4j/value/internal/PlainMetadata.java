package dev.adk4j.value.internal;

import dev.adk4j.error.Violations;
import dev.adk4j.internal.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Deep-copies metadata that consists of JSON only: text, finite numbers, booleans, null, lists, and
 * maps with text keys, so that it cannot be changed by others. Records each other value with its
 * path.
 */
public final class PlainMetadata {

  private static final int MAX_DEPTH = 200;

  /**
   * The maximum of digits, which every JSON reader accepts; prevents a short text such as
   * 1e999999999 from becoming a huge one.
   */
  private static final int MAX_DIGITS = 900;

  private final Violations violations;

  private PlainMetadata(Violations violations) {
    this.violations = violations;
  }

  /**
   * Returns an unmodifiable copy.
   *
   * @param path the prefix of the violations' paths
   */
  public static Map<String, @Nullable Object> copy(
      Map<?, ?> metadata, String path, Violations violations) {
    return new PlainMetadata(violations).map(metadata, path, 0);
  }

  /**
   * Returns JSON as plain, unmodifiable values. A decimal becomes a double if that is exact; other
   * numbers are unchanged.
   */
  public static @Nullable Object fromJson(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.stringValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node.numberValue());
      case OBJECT -> mapFromJson(node);
      case ARRAY -> node.valueStream().map(PlainMetadata::fromJson).toList();
      default -> null;
    };
  }

  /** Returns the members of a JSON object as {@link #fromJson} does; empty for any other value. */
  public static Map<String, @Nullable Object> mapFromJson(JsonNode object) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    object.properties().forEach(e -> map.put(e.getKey(), fromJson(e.getValue())));
    return Collections.unmodifiableMap(map);
  }

  private static Number number(Number number) {
    if (number instanceof BigDecimal decimal) {
      double real = decimal.doubleValue();
      return Double.isFinite(real) && BigDecimal.valueOf(real).compareTo(decimal) == 0
          ? (Number) real
          : decimal;
    }
    return number;
  }

  private Map<String, @Nullable Object> map(Map<?, ?> source, String path, int depth) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
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
      case Number number -> number(number, path);
      case Map<?, ?> map -> map(map, path, depth + 1);
      case List<?> list -> list(list, path, depth);
      default -> {
        violations.add(
            path,
            "type",
            "must be text, a number, a boolean, null, a list or a map, not "
                + value.getClass().getName());
        yield null;
      }
    };
  }

  private List<@Nullable Object> list(List<?> source, String path, int depth) {
    List<@Nullable Object> copy = new ArrayList<>(source.size());
    for (int i = 0; i < source.size(); i++) {
      copy.add(value(source.get(i), path + "[" + i + "]", depth + 1));
    }
    return Collections.unmodifiableList(copy);
  }

  private Number number(Number number, String path) {
    if (!Numbers.isPlain(number)) {
      violations.add(
          path,
          "type",
          "must be a Java number of the standard kinds, not " + number.getClass().getName());
    } else if (!isFinite(number)) {
      violations.add(path, "range", "must be a finite number");
    } else if (isLong(number)) {
      violations.add(path, "range", "must have at most " + MAX_DIGITS + " digits");
    }
    return number;
  }

  private static boolean isFinite(Number number) {
    return !(number instanceof Double || number instanceof Float)
        || Double.isFinite(number.doubleValue());
  }

  private static boolean isLong(Number number) {
    return switch (number) {
      case BigDecimal d ->
          Math.max(d.precision(), Math.max(d.scale(), (long) d.precision() - d.scale()))
              > MAX_DIGITS;
      case BigInteger i -> i.bitLength() > MAX_DIGITS * 3;
      default -> false;
    };
  }
}
