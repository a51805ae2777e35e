package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.internal.FatalErrors;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Deep-copies maps, lists, sets, arrays and JSON trees; keeps any other object by reference. */
final class PlainCopy {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE;

  private final CopyGuard guard;

  private PlainCopy(int depth) {
    this.guard = new CopyGuard(CODE, depth);
  }

  /** Returns a copy of a value at {@code depth} levels below the root. */
  static @Nullable Object of(@Nullable Object value, int depth) {
    try {
      return new PlainCopy(depth).any(value);
    } catch (AdkException e) {
      throw e;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      // The caller's own map or list failed or changed during the read.
      throw new AdkException(CODE, "The value could not be read while it was copied.", e);
    }
  }

  private @Nullable Object any(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case JsonNode node -> json(node);
      case Map<?, ?> map -> map(map);
      case List<?> list -> list(list, list);
      case Set<?> set -> set(set);
      default -> value.getClass().isArray() ? array(value) : value;
    };
  }

  private JsonNode json(JsonNode node) {
    try {
      return JsonCopy.of(node);
    } catch (AdkException e) {
      throw new AdkException(CODE, CODE.meaning() + " " + e.getMessage(), e.getCause());
    }
  }

  private Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map) {
    Map<@Nullable Object, @Nullable Object> copy = LinkedHashMap.newLinkedHashMap(map.size());
    guard.members(
        map,
        map.entrySet(),
        key -> key instanceof String text ? text : "?",
        (name, entry) -> copy.put(entry.getKey(), any(entry.getValue())));
    boolean paths = copy.keySet().stream().allMatch(String.class::isInstance);
    return paths ? copy : new OpaqueMap(copy);
  }

  private List<@Nullable Object> list(Object container, List<?> elements) {
    List<@Nullable Object> copy = new ArrayList<>(elements.size());
    guard.elements(container, elements, element -> copy.add(any(element)));
    return copy;
  }

  private Set<@Nullable Object> set(Set<?> set) {
    Set<@Nullable Object> copy = LinkedHashSet.newLinkedHashSet(set.size());
    guard.elements(set, set, element -> copy.add(any(element)));
    return copy;
  }

  private Object array(Object array) {
    int length = Array.getLength(array);
    Class<?> component = array.getClass().getComponentType();
    Object copy = Array.newInstance(component, length);
    if (component.isPrimitive()) {
      System.arraycopy(array, 0, copy, 0, length);
      return copy;
    }
    List<@Nullable Object> copies = list(array, Arrays.asList((@Nullable Object[]) array));
    for (int i = 0; i < length; i++) {
      Object copied = copies.get(i);
      // An array of TreeMap cannot hold the copy, so it keeps its own element.
      boolean fits = copied == null || component.isInstance(copied);
      Array.set(copy, i, fits ? copied : Array.get(array, i));
    }
    return copy;
  }
}
