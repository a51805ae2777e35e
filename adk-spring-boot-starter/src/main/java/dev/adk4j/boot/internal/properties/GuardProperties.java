package dev.adk4j.boot.internal.properties;

import dev.adk4j.guard.TextGuard;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.guards}: the built-in guards. {@code adk.agents.NAME.guards} selects
 * from their names and those of guard beans.
 *
 * @param maxOutput Maximum size of an answer, in UTF-8; the guard "size". A larger answer is
 *     rejected, and no part of an answer is streamed before it is complete. If unset, there is no
 *     such guard.
 * @param patterns Regular expressions that are rejected, masked or retried, by the names of their
 *     guards.
 * @param pii Kinds of personal data that are replaced by the kind's name in the model's output; the
 *     guard "pii". If empty, there is no such guard.
 * @param injection Treatment of tool results that look like instructions to the model; the guard
 *     "injection". MARK puts a warning around them, REFUSE returns an error to the model. If unset,
 *     there is no such guard.
 * @param injectionInput Rejects messages that look like an attempt to change the instructions; the
 *     guard "injection". Off by default, because user messages are meant to instruct.
 * @param judgeRule Rule by which the Judge bean checks the model's output; the guard "judge", after
 *     all others. Text that violates the rule is rejected. If unset, there is no such guard.
 * @param maxRetries Maximum number of retries in a turn that guards request from the model. Further
 *     output that requires a retry is rejected. The default bounds the cost.
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
    PropertyRules.atLeast("adk.guards.max-retries", maxRetries, 0);
    PropertyRules.between(
        "adk.guards.max-output", maxOutput, DataSize.ofBytes(1), DataSize.ofMegabytes(1024));
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
   * @param input Applies the pattern to messages to the model.
   * @param output Applies the pattern to the model's output.
   * @param action Action on text that matches. REFUSE ends the turn, RETRY makes the model answer
   *     again and rejects a message, MASK replaces the match.
   * @param text Replacement for a match, or the reason for a retry that is sent to the model.
   * @param window Length of the longest match, in characters: a streamed answer is released that
   *     far behind its end. 0 holds back the whole answer, which suits any pattern.
   * @param timeLimit Maximum time for one text. If the pattern takes longer, the text is rejected.
   *     The default is far more than a pattern without unbounded backtracking needs.
   */
  public record Expression(
      Pattern pattern,
      @DefaultValue("true") boolean input,
      @DefaultValue("true") boolean output,
      @DefaultValue("refuse") Action action,
      @DefaultValue("[removed]") String text,
      @DefaultValue("0") int window,
      @DefaultValue("1s") Duration timeLimit) {

    /** Actions on text that matches. */
    public enum Action {
      REFUSE,
      RETRY,
      MASK
    }

    public TextGuard guard() {
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
