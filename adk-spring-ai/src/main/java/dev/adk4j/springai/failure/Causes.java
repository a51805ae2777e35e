package dev.adk4j.springai.failure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Traverses the causes of an exception, and recognizes types by name that may be absent from the
 * class path.
 */
final class Causes {

  private static final int MAX_DEPTH = 20;

  private Causes() {}

  /** Returns the causes, outermost first. */
  static List<Throwable> of(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = thrown; t != null && causes.size() < MAX_DEPTH; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  static boolean isA(Throwable thrown, String className) {
    for (Class<?> type = thrown.getClass(); type != null; type = superclass(type)) {
      if (type.getName().equals(className)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Class<?> superclass(Class<?> type) {
    return type.getSuperclass();
  }
}
