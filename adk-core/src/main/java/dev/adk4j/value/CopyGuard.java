package dev.adk4j.value;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a traversal of a caller's structure finite: it limits the depth, which ends a cycle, and
 * the repeated visits, so that a small graph of shared parts does not unfold into a huge tree.
 * Tracks the path for messages.
 */
final class CopyGuard {

  /**
   * Leaves room for a record around the value below the 500 levels that JSON readers accept by
   * default.
   */
  static final int MAX_DEPTH = 400;

  private static final int UNTRACKED = 10_000;
  private static final long REPEATS = 300_000;

  private final ErrorCode code;
  private final List<Object> path = new ArrayList<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private int depth;
  private int entered;
  private long repeated;

  CopyGuard(ErrorCode code) {
    this(code, 0);
  }

  /** Creates a guard for a value at that depth of another one. */
  CopyGuard(ErrorCode code, int depth) {
    this.code = code;
    this.depth = depth;
  }

  /** Called before the traversal of a container's parts. */
  void enter(Object container, int size) {
    if (++depth > MAX_DEPTH) {
      throw fail("depth", "is nested more than " + MAX_DEPTH + " levels deep, or contains itself");
    }
    if (++entered > UNTRACKED && size > 0 && !seen.add(container)) {
      repeated += size + 1L;
      if (repeated > REPEATS) {
        throw fail("size", "contains itself, or repeats the same parts too often");
      }
    }
  }

  void leave() {
    depth--;
  }

  /** Traverses the elements of a container. */
  void elements(
      Object container, Collection<?> elements, Consumer<? super @Nullable Object> action) {
    enter(container, elements.size());
    int index = 0;
    for (Object element : elements) {
      path.add(index++);
      action.accept(element);
      path.removeLast();
    }
    leave();
  }

  /** Traverses the entries of a container under the names of their keys. */
  <K, V> void members(
      Object container,
      Collection<Map.Entry<K, V>> entries,
      Function<K, String> nameOf,
      BiConsumer<String, Map.Entry<K, V>> action) {
    enter(container, entries.size());
    for (Map.Entry<K, V> entry : entries) {
      String name = nameOf.apply(entry.getKey());
      path.add(name);
      action.accept(name, entry);
      path.removeLast();
    }
    leave();
  }

  AdkException fail(String rule, String message) {
    return invalid(code, path(), rule, message);
  }

  private String path() {
    String text = "$";
    for (Object segment : path.subList(0, Math.min(path.size(), 12))) {
      text =
          segment instanceof Integer index
              ? Violation.element(text, index)
              : Violation.member(text, String.valueOf(segment));
    }
    return path.size() > 12 ? text + "…" : text;
  }

  static AdkException invalid(ErrorCode code, String path, String rule, String message) {
    return new Violations().add(path, rule, message).asException(code);
  }
}
