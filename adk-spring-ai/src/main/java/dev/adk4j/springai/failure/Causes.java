package dev.adk4j.springai.failure;

import org.jspecify.annotations.Nullable;

/** Recognizes types of causes by name, since they may be absent from the class path. */
final class Causes {

  private Causes() {}

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
