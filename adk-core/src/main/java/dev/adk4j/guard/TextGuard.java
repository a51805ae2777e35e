package dev.adk4j.guard;

import dev.adk4j.artifact.internal.Deadline;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Provides guards of text, for both input and output:
 *
 * <pre>{@code
 * Guards.builder()
 *     .input("size", TextGuard.maxSize(10_000))
 *     .output("no-keys", TextGuard.refuse(Pattern.compile("sk-[A-Za-z0-9]{20}")).window(30))
 *     .build();
 * }</pre>
 *
 * <p>Immutable.
 *
 * @since 0.1.0
 */
public final class TextGuard implements InputGuard, OutputGuard {

  private static final Duration TIME_LIMIT = Duration.ofSeconds(1);

  private final Check check;
  private final int window;
  private final Duration timeLimit;

  private TextGuard(Check check) {
    this(check, 0, TIME_LIMIT);
  }

  private TextGuard(Check check, int window, Duration timeLimit) {
    this.check = check;
    this.window = window;
    this.timeLimit = timeLimit;
  }

  private interface Check {
    Verdict of(String text, AgentContext ctx, Duration timeLimit) throws Exception;
  }

  /** Personal data that {@link #pii} masks. */
  public enum Pii {
    /** Email addresses, also written with (at) and (dot). */
    EMAIL,
    /** Account numbers of the countries in the IBAN registry with valid check digits. */
    IBAN,
    /** 13 to 19 digits, grouped or not, with a valid Luhn check digit. */
    CARD,
    /** Numbers with a country code, with a leading 0, or in the form of North America. */
    PHONE
  }

  /** Refuses a text of more UTF-8 bytes. Needs the whole text. */
  public static TextGuard maxSize(int bytes) {
    Violations.require(bytes >= 1, "$.bytes", "range", "must be at least 1");
    return new TextGuard(
        (text, ctx, limit) ->
            text.length() > bytes || text.getBytes(StandardCharsets.UTF_8).length > bytes
                ? Verdict.refuse("It has more than " + bytes + " bytes.")
                : Verdict.pass());
  }

  /** Refuses a text that contains a match of the pattern. */
  public static TextGuard refuse(Pattern pattern) {
    return found(pattern, Verdict.refuse("It has something in it that is not allowed."));
  }

  /** Requests another answer from the model if its text contains a match of the pattern. */
  public static TextGuard retry(Pattern pattern, String reason) {
    return found(pattern, Verdict.retry(reason));
  }

  /** Replaces matches of the pattern by this literal text. */
  public static TextGuard mask(Pattern pattern, String replacement) {
    Objects.requireNonNull(pattern, "pattern");
    String plain = Matcher.quoteReplacement(replacement);
    return new TextGuard(
        (text, ctx, limit) ->
            changed(text, pattern.matcher(watched(text, limit)).replaceAll(plain)));
  }

  /** Replaces personal data by its kind, such as {@code [EMAIL]}. Has a window. */
  public static TextGuard pii(Pii... kinds) {
    Set<Pii> chosen = EnumSet.noneOf(Pii.class);
    chosen.addAll(List.of(kinds));
    return new TextGuard((text, ctx, limit) -> changed(text, PiiMask.mask(text, chosen)))
        .window(PiiMask.LONGEST);
  }

  /**
   * Refuses a text that tries to give the model other instructions, detected by typical phrases: a
   * heuristic, which new wording may evade.
   */
  public static TextGuard injection() {
    return new TextGuard(
        (text, ctx, limit) ->
            Injection.isSuspicious(text)
                ? Verdict.refuse("It looks like an attempt to change the instructions.")
                : Verdict.pass());
  }

  /**
   * Refuses a text that does not follow the rule according to the judge. Needs the whole text.
   *
   * @param rule shown to the caller and the listeners
   */
  public static TextGuard judge(Judge judge, String rule) {
    Objects.requireNonNull(judge, "judge");
    Verdict broken = Verdict.refuse("It does not keep the rule: " + rule);
    return new TextGuard(
        (text, ctx, limit) -> judge.accepts(rule, text, ctx) ? Verdict.pass() : broken);
  }

  private static TextGuard found(Pattern pattern, Verdict verdict) {
    Objects.requireNonNull(pattern, "pattern");
    return new TextGuard(
        (text, ctx, limit) ->
            pattern.matcher(watched(text, limit)).find() ? verdict : Verdict.pass());
  }

  private static Verdict changed(String text, String other) {
    return other.equals(text) ? Verdict.pass() : Verdict.rewrite(other);
  }

  /** Ends a pattern that backtracks for too long, and with it the turn. */
  private static CharSequence watched(String text, Duration limit) {
    Deadline deadline = new Deadline(limit.toNanos());
    deadline.resume();
    return deadline.watch(text);
  }

  /**
   * Returns a guard that receives parts of a streamed text; see {@link OutputGuard#window}.
   *
   * @param longest the length of the longest match; 0 for the whole text
   */
  public TextGuard window(int longest) {
    Violations.require(longest >= 0, "$.window", "range", "must be 0 or more");
    return new TextGuard(check, longest, timeLimit);
  }

  /** Returns a guard with that time limit for its pattern on one text; default 1 second. */
  public TextGuard timeLimit(Duration limit) {
    Violations.require(limit.toMillis() >= 1, "$.timeLimit", "range", "must be at least 1 ms");
    return new TextGuard(check, window, limit);
  }

  @Override
  public Verdict check(String text, AgentContext ctx) throws Exception {
    return check.of(text, ctx, timeLimit);
  }

  @Override
  public int window() {
    return window;
  }
}
