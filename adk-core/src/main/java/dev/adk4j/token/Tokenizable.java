package dev.adk4j.token;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.value.Displayable;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Text that counts its own tokens. Static text is a fixed string; dynamic text is evaluated at each
 * read, with the context of the turn or dispatch if there is one. Counts are cached until {@link
 * #set}: for each encoding, and for dynamic text also for each context, without keeping the context
 * alive.
 *
 * <p>The only type whose value may change after it was passed to a record: {@code set} changes
 * every record that holds the same instance. Thread-safe. Two instances are never equal; compare
 * their {@link #value()}. Stored as its value without a context, so a text read from storage is
 * static.
 *
 * @since 0.1.0
 */
public final class Tokenizable implements Displayable {

  private volatile State state;

  private Tokenizable(State state) {
    this.state = state;
  }

  /** Returns static text, which may be empty. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Tokenizable of(String text) {
    return new Tokenizable(State.of(text));
  }

  /**
   * Returns dynamic text. The evaluator must also accept a missing context, may be called from any
   * thread, and should be fast.
   */
  public static Tokenizable dynamic(Function<Optional<RenderContext>, @Nullable String> evaluator) {
    return new Tokenizable(State.of(evaluator));
  }

  /** Returns the tokens of a text, not cached; see {@link TokenCounters#count}. */
  public static int estimateTokens(String text, String encodingId) {
    return TokenCounters.count(text, encodingId);
  }

  /** Returns the tokens of a text, not cached; see {@link TokenCounters#count}. */
  public static int estimateTokens(String text, TokenEncoding encoding) {
    return TokenCounters.count(text, encoding.id());
  }

  /** Returns the text; dynamic text is evaluated without a context. */
  public String value() {
    return state.render(null);
  }

  /**
   * Returns the text for a context.
   *
   * @throws AdkException {@code E_TOKENIZABLE_EVALUATOR_INVALID} if the evaluator throws or returns
   *     no text
   */
  public String render(@Nullable RenderContext context) {
    return state.render(context);
  }

  public boolean isDynamic() {
    return state.evaluator != null;
  }

  /** Replaces the text for every holder of this instance, and drops all counts. */
  public void set(String text) {
    state = State.of(text);
  }

  /** Replaces the text by a dynamic one for every holder of this instance, and drops all counts. */
  public void set(Function<Optional<RenderContext>, @Nullable String> evaluator) {
    state = State.of(evaluator);
  }

  /** Returns the number of tokens; see {@link TokenCounters#count}. */
  public int estimateTokens(TokenEncoding encoding) {
    return estimateTokens(encoding.id());
  }

  /** Returns the number of tokens; see {@link TokenCounters#count}. */
  public int estimateTokens(String encodingId) {
    State current = state;
    int known = current.counts.get(encodingId);
    return known >= 0 ? known : current.counts.count(current.render(null), encodingId);
  }

  /** Returns the number of tokens of the text for that context. */
  public int estimateTokens(String encodingId, @Nullable RenderContext context) {
    return context == null ? estimateTokens(encodingId) : state.count(encodingId, context);
  }

  /** Returns a JSON string: the text, dynamic text evaluated without a context. */
  @Override
  public JsonNode display() {
    return JsonNodeFactory.instance.stringNode(value());
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return value();
  }

  /**
   * One value with its counts; immutable, so that a reader sees text and counts of the same moment.
   */
  private static final class State {

    private final String text;
    private final @Nullable Function<Optional<RenderContext>, @Nullable String> evaluator;
    private final @Nullable WeakContexts contexts;
    private final CountCache counts = new CountCache();

    private State(
        String text, @Nullable Function<Optional<RenderContext>, @Nullable String> evaluator) {
      this.text = text;
      this.evaluator = evaluator;
      this.contexts = evaluator == null ? null : new WeakContexts();
    }

    static State of(@Nullable String text) {
      new Violations().required(text, "$").throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new State(text == null ? "" : text, null);
    }

    static State of(@Nullable Function<Optional<RenderContext>, @Nullable String> evaluator) {
      new Violations().required(evaluator, "$").throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new State("", evaluator);
    }

    String render(@Nullable RenderContext context) {
      return evaluator == null ? text : evaluate(evaluator, context);
    }

    int count(String encodingId, RenderContext context) {
      CountCache cache = contexts == null ? counts : contexts.of(context);
      int known = cache.get(encodingId);
      return known >= 0 ? known : cache.count(render(context), encodingId);
    }

    private static String evaluate(Function<?, ?> evaluator, @Nullable RenderContext context) {
      Object value;
      try {
        @SuppressWarnings("unchecked")
        Function<Optional<RenderContext>, ?> typed =
            (Function<Optional<RenderContext>, ?>) evaluator;
        value = typed.apply(Optional.ofNullable(context));
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        throw invalid("The evaluator of a dynamic text threw " + e.getClass().getName() + ".", e);
      }
      if (value instanceof String text) {
        return text;
      }
      String type = value == null ? "null" : value.getClass().getName();
      throw invalid("The evaluator of a dynamic text returned a non-string (" + type + ").", null);
    }

    private static AdkException invalid(String reason, @Nullable Throwable cause) {
      return AdkException.of(AdkErrorCode.E_TOKENIZABLE_EVALUATOR_INVALID)
          .message(reason)
          .cause(cause)
          .args(reason)
          .build();
    }
  }
}
