package dev.adk4j.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import dev.adk4j.error.ValidationException;
import dev.adk4j.internal.RepeatGuard;
import dev.adk4j.internal.UnicodeNames;
import dev.adk4j.internal.WatchedText;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@code pattern} with bounded time for any text: linear if the pattern permits it, otherwise
 * (look-around, back references) by backtracking. The bound counts character reads instead of time,
 * so that a result does not depend on the load of the machine.
 */
final class BoundedPattern {

  /** Character reads of one backtracking match; some tenths of a second. */
  static final int MAX_STEPS = 5_000_000;

  /** Character reads of all matches of one validation. */
  static final int MAX_TOTAL_STEPS = 4 * MAX_STEPS;

  /** The number of steps of a linear program that cost as much as a character read. */
  private static final int LINEAR_STEPS_PER_LOOK = 10;

  private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

  private BoundedPattern() {}

  /**
   * @throws java.util.regex.PatternSyntaxException if it is not a pattern, or if its repetitions
   *     multiply to a program that is too large
   */
  static RegularExpression compile(String pattern) {
    int size = RepeatGuard.steps(pattern);
    if (size > RepeatGuard.MAX_STEPS) {
      throw new java.util.regex.PatternSyntaxException(
          "repetitions or groups multiply to a program that is too large", "", -1);
    }
    String named = UnicodeNames.shortened(pattern);
    try {
      Pattern linear = Pattern.compile(named);
      int cost = 1 + size / LINEAR_STEPS_PER_LOOK;
      return text ->
          matches(text, cost, MAX_TOTAL_STEPS, counted -> linear.matcher(counted).find());
    } catch (PatternSyntaxException notLinear) {
      // Java supports the long names of scripts, but not those of categories.
      java.util.regex.Pattern backtracking =
          java.util.regex.Pattern.compile(atVeryEnd(UnicodeNames.shortCategories(pattern)));
      return text -> find(backtracking, text);
    }
  }

  /**
   * JavaScript's final {@code $} matches only the very end; Java's also matches before a last line
   * end.
   */
  private static String atVeryEnd(String pattern) {
    int backslashes = 0;
    while (backslashes < pattern.length() - 1
        && pattern.charAt(pattern.length() - 2 - backslashes) == '\\') {
      backslashes++;
    }
    boolean anchored = pattern.endsWith("$") && backslashes % 2 == 0;
    return anchored ? pattern.substring(0, pattern.length() - 1) + "\\z" : pattern;
  }

  static boolean find(java.util.regex.Pattern pattern, CharSequence text) {
    return matches(text, 1, MAX_STEPS, counted -> pattern.matcher(counted).find());
  }

  /**
   * Runs a validation whose matches share one budget. A pattern must not throw inside the
   * validation library, which would log an error for each such text. So a match that exceeds the
   * budget returns false, and the validation fails here.
   *
   * @throws ValidationException if the matches took too many steps
   */
  static <T> T within(Supplier<T> validation) {
    if (CURRENT.get() != null) {
      return validation.get();
    }
    Budget budget = new Budget();
    CURRENT.set(budget);
    try {
      T result = validation.get();
      if (budget.exceeded) {
        throw exceeded();
      }
      return result;
    } catch (ValidationException e) {
      throw budget.exceeded ? exceeded() : e;
    } finally {
      CURRENT.remove();
    }
  }

  private static ValidationException exceeded() {
    return SchemaErrors.refused(
        "pattern", "cannot be matched against the schema's patterns in time");
  }

  private static boolean matches(
      CharSequence text, int cost, int most, Predicate<CharSequence> match) {
    Budget budget = CURRENT.get();
    if (budget == null) {
      return within(() -> matches(text, cost, most, match));
    }
    if (budget.exceeded) {
      return false;
    }
    Looks looks = new Looks(cost, Math.min(most, budget.left));
    try {
      return match.test(new WatchedText(text, looks::take));
    } catch (TimeoutException | StackOverflowError e) {
      budget.exceeded = true;
      return false;
    } finally {
      budget.left -= looks.used;
    }
  }

  private static final class Budget {
    private int left = MAX_TOTAL_STEPS;
    private boolean exceeded;
  }

  private static final class Looks {
    private final int cost;
    private final int most;
    private int used;

    Looks(int cost, int most) {
      this.cost = cost;
      this.most = most;
    }

    void take() {
      used += cost;
      if (used > most) {
        throw new TimeoutException();
      }
    }
  }

  /** Signals that the match did not end within its budget. */
  private static final class TimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TimeoutException() {
      super(null, null, false, false);
    }
  }
}
