package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Content comparisons of the parts of primitives. Readers are the same where they are described the
 * same.
 */
final class Same {

  private Same() {}

  static boolean text(@Nullable Tokenizable a, @Nullable Tokenizable b) {
    return a == b || a != null && b != null && a.value().equals(b.value());
  }

  static boolean reader(MediaReader a, MediaReader b) {
    return a == b || a.describe().isPresent() && a.describe().equals(b.describe());
  }

  static boolean reader(SpoolReader a, SpoolReader b) {
    return a == b || a.describe().isPresent() && a.describe().equals(b.describe());
  }

  static boolean artifact(SpooledArtifact a, SpooledArtifact b) {
    return a == b || a.getClass() == b.getClass() && reader(a.reader(), b.reader());
  }

  static <T> boolean all(List<T> a, List<T> b, BiPredicate<T, T> same) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same.test(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
