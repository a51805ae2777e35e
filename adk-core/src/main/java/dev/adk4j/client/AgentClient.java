package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.Permit;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.primitive.Message;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Talks to an agent: send a text, get the answer. A thin layer over a {@link TurnRunner}, whose
 * middleware has to accept the turn's input. Immutable, thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class AgentClient {

  private final TurnRunner runner;
  private final Tokenizable systemPrompt;
  private final List<Tokenizable> standingInstructions;
  private final Map<String, ?> stash;
  private final InputLimit maxInput;
  private final RequestLimits limits;

  private AgentClient(Builder builder) {
    this.runner = Objects.requireNonNull(builder.runner);
    this.systemPrompt = Objects.requireNonNull(builder.systemPrompt);
    this.standingInstructions = List.copyOf(builder.standingInstructions);
    this.stash = builder.stash;
    this.maxInput = new InputLimit(builder.maxInput);
    this.limits = builder.limits;
  }

  public static Builder builder(TurnRunner runner) {
    return new Builder(runner);
  }

  /** Returns a conversation of the default tenant, with no subject. */
  public Conversation conversation(String conversation) {
    return conversation(Scope.conversation(conversation));
  }

  public Conversation conversation(Scope scope) {
    return new Conversation(runner, this, Objects.requireNonNull(scope, "scope"));
  }

  RawTurnContext.Builder raw() {
    return RawTurnContext.builder()
        .systemPrompt(systemPrompt)
        .standingInstructions(standingInstructions)
        .stash(stash);
  }

  /** Admits a turn of the scope. */
  Permit admit(Scope scope) {
    return limits.turn(scope);
  }

  /** Refuses a message whose text is over the limit: {@code E_INPUT_TOO_LARGE}. */
  void checkSize(Message message) {
    maxInput.check(List.of(message));
  }

  /** Builds an {@link AgentClient}. */
  public static final class Builder {

    private final @Nullable TurnRunner runner;
    private final List<Tokenizable> standingInstructions = new ArrayList<>();
    private @Nullable Tokenizable systemPrompt;
    private Map<String, ?> stash = Map.of();
    private int maxInput = Integer.MAX_VALUE;
    private RequestLimits limits = RequestLimits.none();

    private Builder(@Nullable TurnRunner runner) {
      this.runner = runner;
    }

    /** Sets the system prompt; required, may be empty. */
    public Builder systemPrompt(String systemPrompt) {
      return systemPrompt(Tokenizable.of(systemPrompt));
    }

    /** Sets the system prompt; required, may be empty, may be dynamic. */
    public Builder systemPrompt(Tokenizable systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    /** Adds instructions every turn starts with. */
    public Builder standingInstructions(String... standingInstructions) {
      Arrays.stream(standingInstructions)
          .map(Tokenizable::of)
          .forEach(this.standingInstructions::add);
      return this;
    }

    /** Sets the values that every turn's stash starts with. */
    public Builder stash(Map<String, ?> stash) {
      this.stash = new LinkedHashMap<>(stash);
      return this;
    }

    /**
     * Limits the text of a message, in bytes of UTF-8; a larger one is refused with {@code
     * E_INPUT_TOO_LARGE} before a turn starts. No limit by default. Attachments are not counted.
     */
    public Builder maxInput(int bytes) {
      this.maxInput = bytes;
      return this;
    }

    /**
     * Limits the turns that are open and those that are started in an hour; a turn too many is
     * refused with a {@link dev.adk4j.limit.LimitException} before it starts. No limits by default.
     */
    public Builder limits(RequestLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION}
     */
    public AgentClient build() {
      new Violations()
          .required(runner, "$.runner")
          .required(systemPrompt, "$.systemPrompt")
          .check(maxInput >= 1, "$.maxInput", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new AgentClient(this);
    }
  }
}
