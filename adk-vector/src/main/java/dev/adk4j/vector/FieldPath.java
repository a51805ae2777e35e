package dev.adk4j.vector;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Path of a condition's field. {@code id} is the record's id. Any other path traverses the
 * metadata, one step for each part between dots. In a list, a step of digits selects an element. A
 * step into any other value, and a missing key, return {@link #ABSENT}.
 */
public record FieldPath(List<String> steps) {

  /** Result of {@link #read} for an absent field, distinct from a JSON null. */
  public static final Object ABSENT = new Object();

  /** Field name of the record's id. */
  public static final String ID = "id";

  private static final int MAX_INDEX_DIGITS = 9;

  public FieldPath {
    steps = List.copyOf(steps);
  }

  public static FieldPath of(String field) {
    return new FieldPath(List.of(field.split("\\.", -1)));
  }

  /** Returns true for the record's id. */
  public boolean isId() {
    return steps.size() == 1 && steps.getFirst().equals(ID);
  }

  /** Returns true for a path into the record's id, which has no members: it is always absent. */
  public boolean isInsideId() {
    return steps.size() > 1 && steps.getFirst().equals(ID);
  }

  /** Returns the value, or {@link #ABSENT}. */
  public @Nullable Object read(String id, Map<String, ? extends @Nullable Object> metadata) {
    if (steps.getFirst().equals(ID)) {
      return steps.size() == 1 ? id : ABSENT;
    }
    Object at = metadata;
    for (int i = 0; i < steps.size() && at != ABSENT; i++) {
      at = step(at, steps.get(i));
    }
    return at;
  }

  private static @Nullable Object step(@Nullable Object at, String step) {
    if (at instanceof Map<?, ?> map) {
      Object value = map.get(step);
      return value != null || map.containsKey(step) ? value : ABSENT;
    }
    if (at instanceof List<?> list && isIndex(step)) {
      int index = Integer.parseInt(step);
      return index < list.size() ? list.get(index) : ABSENT;
    }
    return ABSENT;
  }

  /** Returns true for a step that selects an element of a list: up to nine digits. */
  public static boolean isIndex(String step) {
    return !step.isEmpty()
        && step.length() <= MAX_INDEX_DIGITS
        && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
