package dev.adk4j.artifact;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.adk4j.artifact.internal.Deadline;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.RepeatGuard;
import dev.adk4j.internal.UnicodeNames;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An untrusted expression, matched in time linear in the text and within a deadline. For one query.
 */
record LinePattern(Pattern pattern, Deadline deadline) implements Predicate<String> {

  private static final int MAX_LENGTH = 1000;
  private static final int LONG_LINE = 4096;

  static LinePattern compile(String pattern, String flags, long bytes) {
    if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
      throw invalid("A pattern has 1 to " + MAX_LENGTH + " characters.", null);
    }
    int re2Flags = flags(flags);
    if (RepeatGuard.steps(pattern) > RepeatGuard.MAX_STEPS) {
      throw invalid("The pattern's repetitions or groups multiply to an oversized program.", null);
    }
    try {
      return new LinePattern(
          Pattern.compile(UnicodeNames.shortened(pattern), re2Flags), Deadline.forText(bytes));
    } catch (PatternSyntaxException e) {
      throw invalid(
          "The pattern is not valid in RE2 syntax (which has no look-around and no"
              + " back-references): "
              + e.getDescription(),
          e);
    }
  }

  @Override
  public boolean test(String line) {
    deadline.resume();
    // Watched text is slower to read; a short line cannot take long.
    boolean found = pattern.matcher(line.length() > LONG_LINE ? deadline.watch(line) : line).find();
    deadline.pause();
    return found;
  }

  private static int flags(String flags) {
    int combined = 0;
    for (int i = 0; i < flags.length(); i++) {
      char flag = flags.charAt(i);
      if (flags.indexOf(flag, i + 1) >= 0) {
        throw invalid("The flag " + flag + " is given twice.", null);
      }
      combined |=
          switch (flag) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'u' -> 0;
            default -> throw invalid("Flags are i, m, s and u.", null);
          };
    }
    return combined;
  }

  static AdkException invalid(String message, @Nullable Throwable cause) {
    return new AdkException(AdkErrorCode.E_ARTIFACT_QUERY_INVALID, message, cause);
  }
}
