package dev.adk4j.vector;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a condition looks. {@code id} is the record's id; anything else walks the metadata, one
 * step for each part between dots. In a list, a step made of the digits 0 to 9 picks an element;
 * whatever else is missing or no object makes it absent.
 */
public record FieldPath(List<String> steps) {

  /** What {@link #read} gives where there is nothing, which is not the same as JSON's null. */
  public static final Object ABSENT = new Object();

  /** The field name that means the record's id. */
  public static final String ID = "id";

  private static final int MAX_INDEX_DIGITS = 9;

  public FieldPath {
    steps = List.copyOf(steps);
  }

  public static FieldPath of(String field) {
    return new FieldPath(List.of(field.split("\\.", -1)));
  }

  /** Whether it means the record's id. */
  public boolean isId() {
    return steps.size() == 1 && steps.getFirst().equals(ID);
  }

  /** Whether it leads into the record's id, which has no members: always absent. */
  public boolean isInsideId() {
    return steps.size() > 1 && steps.getFirst().equals(ID);
  }

  /** The value, or {@link #ABSENT}. */
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

  /** Whether a step picks an element of a list; longer digits than any list has do not. */
  public static boolean isIndex(String step) {
    return !step.isEmpty()
        && step.length() <= MAX_INDEX_DIGITS
        && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
