package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Traverses a tree of maps and lists along dotted paths. Not thread-safe. */
record RegistryTree(Map<String, @Nullable Object> root) {

  /**
   * The limit of empty slots that a list grows by at once: a wrong index must not exhaust memory.
   */
  private static final int LARGEST_GAP = 10_000;

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE;
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final Object ABSENT = new Object();

  static int depthOf(String path) {
    int depth = 1 + (int) path.chars().filter(c -> c == '.').count();
    if (depth > CopyGuard.MAX_DEPTH) {
      throw CopyGuard.invalid(
          CODE, "$", "depth", "has a path of more than " + CopyGuard.MAX_DEPTH + " segments");
    }
    return depth;
  }

  boolean has(String path) {
    return get(path) != ABSENT;
  }

  @Nullable Object get(String path) {
    return walk(segments(path));
  }

  boolean remove(String path) {
    List<String> segments = segments(path);
    String last = segments.getLast();
    Object parent = walk(segments.subList(0, segments.size() - 1));
    if (child(parent, last) == ABSENT) {
      return false;
    }
    if (parent instanceof List<?> list) {
      list.remove(index(last));
    } else if (parent instanceof Map<?, ?> map) {
      map.remove(last);
    }
    return true;
  }

  void set(String path, @Nullable Object value) {
    List<String> segments = segments(path);
    Object container = root;
    for (int i = 0; i < segments.size() - 1; i++) {
      Object next = child(container, segments.get(i));
      if (!isContainer(next)) {
        next = index(segments.get(i + 1)) >= 0 ? new ArrayList<>() : new LinkedHashMap<>();
        put(container, segments.get(i), next);
      }
      container = next;
    }
    put(container, segments.getLast(), value);
  }

  static void leaves(String prefix, Map<?, ?> map, List<String> into) {
    map.forEach(
        (key, value) -> {
          String path = prefix + key;
          if (value instanceof Map<?, ?> inner && isWalkable(inner)) {
            leaves(path + '.', inner, into);
          } else {
            into.add(path);
          }
        });
  }

  private @Nullable Object walk(List<String> segments) {
    Object at = root;
    for (String segment : segments) {
      at = child(at, segment);
      if (at == ABSENT) {
        return ABSENT;
      }
    }
    return at;
  }

  /**
   * Returns one segment for the whole path if the root has that key, since {@link #leaves} may
   * return such a key.
   */
  private List<String> segments(String path) {
    return path.indexOf('.') < 0 || root.containsKey(path)
        ? List.of(path)
        : List.of(path.split("\\.", -1));
  }

  private static @Nullable Object child(@Nullable Object container, String segment) {
    if (container instanceof Map<?, ?> map) {
      return map.containsKey(segment) ? map.get(segment) : ABSENT;
    }
    int index = index(segment);
    return container instanceof List<?> list && index >= 0 && index < list.size()
        ? list.get(index)
        : ABSENT;
  }

  @SuppressWarnings("unchecked")
  private static void put(@Nullable Object container, String segment, @Nullable Object value) {
    if (container instanceof Map<?, ?> map) {
      ((Map<String, @Nullable Object>) map).put(segment, value);
      return;
    }
    List<@Nullable Object> list = (List<@Nullable Object>) Objects.requireNonNull(container);
    int index = index(segment);
    if (index < 0) {
      throw CopyGuard.invalid(CODE, "$", "path", "has a list at a segment that must be an index");
    }
    if (index > list.size() + LARGEST_GAP) {
      throw CopyGuard.invalid(
          CODE, "$", "path", "leaves more than " + LARGEST_GAP + " empty slots in a list");
    }
    while (list.size() <= index) {
      list.add(null);
    }
    list.set(index, value);
  }

  private static boolean isContainer(@Nullable Object value) {
    return value instanceof List<?> || value instanceof Map<?, ?> map && isWalkable(map);
  }

  /**
   * Returns false for a map whose keys are not all text, which is a leaf: no path could address its
   * entries.
   */
  private static boolean isWalkable(Map<?, ?> map) {
    return !(map instanceof OpaqueMap);
  }

  /** Returns the list index if the segment is written in canonical digits, otherwise -1. */
  private static int index(String segment) {
    return INDEX.matcher(segment).matches() ? Integer.parseInt(segment) : -1;
  }
}
