package dev.adk4j.jdbc.vector;

import dev.adk4j.internal.Surrogates;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks texts: PostgreSQL cannot store U+0000 or half of a surrogate pair. */
final class PgText {

  private PgText() {}

  static boolean holds(String text) {
    return text.indexOf('\0') < 0 && Surrogates.firstLone(text, 0) < 0;
  }

  /** Returns the path of the first text that PostgreSQL cannot store; null if there is none. */
  static @Nullable String unholdable(@Nullable Object value, String path) {
    return switch (value) {
      case String text -> holds(text) ? null : path;
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          String key = (String) entry.getKey();
          String found =
              holds(key)
                  ? unholdable(entry.getValue(), path + "['" + key + "']")
                  : path + " (a key)";
          if (found != null) {
            yield found;
          }
        }
        yield null;
      }
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          String found = unholdable(list.get(i), path + "[" + i + "]");
          if (found != null) {
            yield found;
          }
        }
        yield null;
      }
      case null, default -> null;
    };
  }
}
