package dev.adk4j.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Resolves references within one schema document. */
final class SchemaPointers {

  private SchemaPointers() {}

  /**
   * Resolves a local reference ({@code #}, {@code #/$defs/a}, {@code #anchor}), or returns null.
   */
  static @Nullable JsonNode resolve(JsonNode root, String reference) {
    List<Object> steps = steps(root, reference);
    return steps == null ? null : walk(root, steps);
  }

  /**
   * Returns the member names and indexes from the root to the target of a local reference, or null.
   */
  static @Nullable List<Object> steps(JsonNode root, String reference) {
    if (!reference.startsWith("#")) {
      return null;
    }
    String fragment = decoded(reference.substring(1));
    if (!fragment.isEmpty() && !fragment.startsWith("/")) {
      return anchored(root, fragment);
    }
    List<Object> steps = new ArrayList<>();
    JsonNode node = root;
    for (String token : fragment.isEmpty() ? new String[0] : fragment.substring(1).split("/", -1)) {
      Object step = node.isArray() ? index(token) : token.replace("~1", "/").replace("~0", "~");
      node = step(node, step);
      if (node.isMissingNode()) {
        return null;
      }
      steps.add(step);
    }
    return steps;
  }

  static JsonNode walk(JsonNode root, List<Object> steps) {
    JsonNode node = root;
    for (Object step : steps) {
      node = step(node, step);
    }
    return node;
  }

  private static JsonNode step(JsonNode node, Object step) {
    return step instanceof Integer index ? node.path(index) : node.path((String) step);
  }

  private static Object index(String token) {
    try {
      return Integer.parseInt(token);
    } catch (NumberFormatException e) {
      return token;
    }
  }

  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return fragment;
    }
  }

  private static @Nullable List<Object> anchored(JsonNode root, String anchor) {
    Deque<List<Object>> open = new ArrayDeque<>();
    open.push(List.of());
    while (!open.isEmpty()) {
      List<Object> at = open.pop();
      JsonNode node = walk(root, at);
      if (anchor.equals(node.path("$anchor").stringValue(null))
          || anchor.equals(node.path("$dynamicAnchor").stringValue(null))) {
        return at;
      }
      node.propertyNames().forEach(name -> open.push(plus(at, name)));
      for (int i = 0; node.isArray() && i < node.size(); i++) {
        open.push(plus(at, i));
      }
    }
    return null;
  }

  static List<Object> plus(List<Object> steps, Object... more) {
    List<Object> longer = new ArrayList<>(steps);
    longer.addAll(List.of(more));
    return longer;
  }
}
