package dev.adk4j.boot;

import dev.adk4j.guard.TextGuard;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.guards}: the ready-made guards. {@code adk.agents.NAME.guards}
 * chooses by their names and those of guard beans.
 *
 * @param maxOutput Maximum size of an answer, in UTF-8; the guard "size". A larger one is refused,
 *     and nothing of an answer is streamed before its end. Unset, no guard.
 * @param patterns Regular expressions that are refused, masked or answered anew, by the names of
 *     their guards.
 * @param pii Kinds of personal data that are replaced by the kind's name in what the model says;
 *     the guard "pii". Empty for no guard.
 * @param injection Treatment of results of tools that look like instructions to the model; the
 *     guard "injection". MARK puts a warning around them, REFUSE gives the model an error. Unset,
 *     no guard.
 * @param injectionInput Refuses messages that look like an attempt to change the instructions; the
 *     guard "injection". False by default, because what a user writes is meant to instruct.
 * @param judgeRule Rule by which the Judge bean checks what the model says; the guard "judge",
 *     after all others. A text that does not keep it is refused. Unset, no guard.
 * @param maxRetries Maximum number of times that a model answers again in a turn because a guard
 *     asked for it. One more is refused. The default bounds the cost.
 */
public record GuardProperties(
    @Nullable DataSize maxOutput,
    @DefaultValue Map<String, Expression> patterns,
    @DefaultValue Set<TextGuard.Pii> pii,
    @Nullable Injection injection,
    @DefaultValue("false") boolean injectionInput,
    @Nullable String judgeRule,
    @DefaultValue("2") int maxRetries) {

  static final GuardProperties DEFAULTS =
      new GuardProperties(null, Map.of(), Set.of(), null, false, null, 2);

  public GuardProperties {
    PropertyRules.notNegative("adk.guards.max-retries", maxRetries);
    if (maxOutput != null) {
      PropertyRules.between(
          "adk.guards.max-output", maxOutput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
    }
  }

  /** Treatments of suspicious results. */
  public enum Injection {
    MARK,
    REFUSE
  }

  /**
   * Properties of one pattern.
   *
   * @param pattern Regular expression of Java.
   * @param input Looks for the pattern in messages to the model.
   * @param output Looks for the pattern in what the model says.
   * @param action Treatment of a text with a match. REFUSE ends the turn, RETRY has the model
   *     answer again and refuses a message, MASK replaces the match.
   * @param text Text that replaces a match, or the reason that the model is given for a retry.
   * @param window Length of the longest match, in characters: a streamed answer is released that
   *     far behind its end. 0 holds the whole answer back, which is right for any pattern.
   * @param timeLimit Maximum time for one text. A pattern that takes longer refuses the text. The
   *     default is far more than a pattern needs that does not backtrack without end.
   */
  public record Expression(
      Pattern pattern,
      @DefaultValue("true") boolean input,
      @DefaultValue("true") boolean output,
      @DefaultValue("refuse") Action action,
      @DefaultValue("[removed]") String text,
      @DefaultValue("0") int window,
      @DefaultValue("1s") Duration timeLimit) {

    /** Treatments of a text with a match. */
    public enum Action {
      REFUSE,
      RETRY,
      MASK
    }

    TextGuard guard() {
      TextGuard guard =
          switch (action) {
            case REFUSE -> TextGuard.refuse(pattern);
            case RETRY -> TextGuard.retry(pattern, text);
            case MASK -> TextGuard.mask(pattern, text);
          };
      return guard.window(window).timeLimit(timeLimit);
    }
  }
}
