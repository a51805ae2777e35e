package dev.adk4j.turn;

import dev.adk4j.abort.AbortController;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the prompt, scope and input of a turn before it runs. Immutable; validated when it is run,
 * with {@code E_INVALID_TURN_CONTEXT}. May be run more than once, but shares its abort controller
 * and prompt instance with all its turns.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class RawTurnContext {

  private final Builder set;
  private final List<Tokenizable> standingInstructions;
  private final List<Message> input;
  private final @Nullable Attributes stash;
  private final @Nullable AdkException stashProblem;

  /**
   * @param set a copy that no other code changes
   */
  private RawTurnContext(Builder set) {
    this.set = set;
    this.standingInstructions =
        Collections.unmodifiableList(new ArrayList<>(set.standingInstructions));
    this.input = Collections.unmodifiableList(new ArrayList<>(set.input));
    Attributes copied = null;
    AdkException problem = null;
    try {
      copied = set.stash == null ? null : Attributes.from(set.stash);
    } catch (AdkException e) {
      problem = e;
    }
    this.stash = copied;
    this.stashProblem = problem;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the prompt. It is required, so it is null only in a raw context that {@code run}
   * refuses.
   */
  public @Nullable Tokenizable systemPrompt() {
    return set.systemPrompt;
  }

  public List<Tokenizable> standingInstructions() {
    return standingInstructions;
  }

  /** Returns a deep copy of the given stash; empty if that is not valid. */
  public Map<String, ?> stash() {
    return stash == null ? Map.of() : stash.all();
  }

  /** Returns false if null was given. */
  boolean hasStash() {
    return stash != null || stashProblem != null;
  }

  /** Returns a copy for a turn. Throws if the given stash was not valid. */
  Attributes newStash() {
    if (stashProblem != null) {
      throw stashProblem;
    }
    return Objects.requireNonNull(stash).copy();
  }

  /** Returns the controller that the turn aborts, and that aborts the turn; empty for a new one. */
  public Optional<AbortController> turnAbortController() {
    return Optional.ofNullable(set.turnAbortController);
  }

  /**
   * Returns the owner of the data that the turn works on; empty if the runner's {@link
   * ScopeResolver} decides.
   */
  public Optional<Scope> scope() {
    return Optional.ofNullable(set.scope);
  }

  /** Returns true if the turn ends, instead of blocking, when a call needs an approval. */
  public boolean parksApprovals() {
    return set.parkApprovals;
  }

  /** Returns the memo that is stored with a waiting turn; null for none. */
  @Nullable JsonValue parkingMemo() {
    return set.parkingMemo;
  }

  /** Returns the id of the turn; empty for a new one. */
  public Optional<String> turnId() {
    return Optional.ofNullable(set.turnId);
  }

  /** Returns tools of this turn in addition to the runner's. */
  public List<Tool> tools() {
    return set.tools;
  }

  /** Returns the resumed turn; empty for a new one. */
  public Optional<StoredTurn> resumed() {
    return Optional.ofNullable(set.resumed);
  }

  /** Returns the messages that middleware must accept; the runtime ignores them. */
  public List<Message> input() {
    return input;
  }

  /** Returns false for a turn whose records are kept in memory and removed at its end. */
  public boolean isStored() {
    return set.stored;
  }

  /** Returns the name of the turn's agent; empty without a name. */
  public Optional<String> agent() {
    return Optional.ofNullable(set.agent);
  }

  /** Returns the filter for the turn's tools; empty if all are offered. */
  public Optional<Predicate<Tool>> toolFilter() {
    return Optional.ofNullable(set.toolFilter);
  }

  /** Returns the names of tools without which the model is not called. */
  public List<String> requiredTools() {
    return set.requiredTools;
  }

  /** Builds a {@link RawTurnContext}. */
  public static final class Builder implements Cloneable {

    private final List<Tokenizable> standingInstructions = new ArrayList<>(2);
    private final List<Message> input = new ArrayList<>(1);
    private @Nullable Tokenizable systemPrompt;
    private @Nullable Map<String, ?> stash = Map.of();
    private @Nullable AbortController turnAbortController;
    private @Nullable Scope scope;
    private boolean stored = true;
    private @Nullable String agent;
    private @Nullable Predicate<Tool> toolFilter;
    private List<String> requiredTools = List.of();
    private boolean parkApprovals;
    private @Nullable JsonValue parkingMemo;
    private @Nullable StoredTurn resumed;
    private @Nullable String turnId;
    private List<Tool> tools = List.of();

    private Builder() {}

    /** Sets the system prompt. Required; may be empty. */
    public Builder systemPrompt(String systemPrompt) {
      this.systemPrompt = systemPrompt == null ? null : Tokenizable.of(systemPrompt);
      return this;
    }

    /** Sets the system prompt. Required; kept as the same instance. */
    public Builder systemPrompt(Tokenizable systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    /** Adds one or more instructions. */
    public Builder standingInstructions(String... standingInstructions) {
      Arrays.stream(standingInstructions)
          .map(text -> text == null ? null : Tokenizable.of(text))
          .forEach(this.standingInstructions::add);
      return this;
    }

    /** Adds one or more instructions, kept as the same instances. */
    public Builder standingInstructions(Collection<Tokenizable> standingInstructions) {
      this.standingInstructions.addAll(standingInstructions);
      return this;
    }

    /** Replaces the stash; empty by default. Deep-copied by {@link #build}. */
    public Builder stash(Map<String, ?> stash) {
      this.stash = stash;
      return this;
    }

    /**
     * Sets the controller instance that the turn uses. It may be aborted at any time, also before
     * the turn is run.
     */
    public Builder turnAbortController(@Nullable AbortController turnAbortController) {
      this.turnAbortController = turnAbortController;
      return this;
    }

    public Builder scope(@Nullable Scope scope) {
      this.scope = scope;
      return this;
    }

    /**
     * Sets whether the turn ends when a call of the model's answer needs an approval that does not
     * exist yet. By default, it blocks. If it ends, no call of that answer starts; {@link
     * TurnContext#waiting()} returns the waiting turn, and {@link #resume} resumes it. Needs a
     * scope with a conversation, and a runner with {@code gates} that keep content.
     */
    public Builder parkApprovals(boolean parkApprovals) {
      this.parkApprovals = parkApprovals;
      return this;
    }

    /**
     * Sets the memo that is stored with a waiting turn, for the code that resumes it; null for
     * none. A resumed turn keeps its own.
     */
    public Builder parkingMemo(@Nullable JsonValue parkingMemo) {
      this.parkingMemo = parkingMemo;
      return this;
    }

    /**
     * Resumes a turn that waited, under its id and in its scope. The first iteration does not call
     * the model: it runs the calls that waited, each with the decision about its gate, and stores
     * their records; then the executor continues. If a decision is missing, no call starts and the
     * turn keeps waiting.
     *
     * @param resumed the turn as it was claimed from the store; null for a new turn
     */
    public Builder resume(@Nullable StoredTurn resumed) {
      this.resumed = resumed;
      return this;
    }

    /**
     * Sets the id of the turn, which no other turn may have; a new one by default. A resumed turn
     * keeps its own.
     */
    public Builder turnId(@Nullable String turnId) {
      this.turnId = turnId;
      return this;
    }

    /**
     * Sets tools of this turn in addition to the runner's; none by default. A tool with the
     * collision rule {@link Tool.OnCollision#KEEP} is left out if the runner has a tool of its
     * name.
     */
    public Builder tools(Collection<Tool> tools) {
      this.tools = List.copyOf(tools);
      return this;
    }

    /** Adds messages for middleware to accept. */
    public Builder input(Message... input) {
      return input(Arrays.asList(input));
    }

    /** Adds messages for middleware to accept. */
    public Builder input(Collection<Message> input) {
      this.input.addAll(input);
      return this;
    }

    /**
     * Keeps messages, thoughts, tool calls, retrievables and bytes of the turn in memory if false,
     * instead of calling the runner's callbacks. Memories and standing instructions are always
     * stored. True by default.
     */
    public Builder stored(boolean stored) {
      this.stored = stored;
      return this;
    }

    /** Sets the name of the turn's agent, for metrics and traces. None by default. */
    public Builder agent(@Nullable String agent) {
      this.agent = agent;
      return this;
    }

    /**
     * Filters tools of all sources: a tool that the filter refuses is neither offered nor found.
     * Called often, on any thread. All tools by default.
     */
    public Builder toolFilter(@Nullable Predicate<Tool> toolFilter) {
      this.toolFilter = toolFilter;
      return this;
    }

    /**
     * Fails the turn before the model is called if it has no tool of one of these names. None by
     * default.
     */
    public Builder requiredTools(Collection<String> names) {
      this.requiredTools = List.copyOf(names);
      return this;
    }

    public RawTurnContext build() {
      try {
        return new RawTurnContext((Builder) clone());
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
