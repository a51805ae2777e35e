package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.value.RecordSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Fetches the kinds of records it is told to, and adds the newest of each to the turn's Sets in the
 * order storage gave them. A kind that is not named is not fetched. A storage that {@linkplain
 * dev.adk4j.storage.FetchesTogether can} looks all of them up at once. Immutable.
 */
public final class HydrateTurn implements TurnMiddleware {

  private final int messages;
  private final int thoughts;
  private final int toolCalls;
  private final int memories;
  private final int retrievables;
  private final boolean standingInstructions;
  private final Set<CallbackKey> kinds;

  private HydrateTurn(Builder builder) {
    this.messages = builder.messages;
    this.thoughts = builder.thoughts;
    this.toolCalls = builder.toolCalls;
    this.memories = builder.memories;
    this.retrievables = builder.retrievables;
    this.standingInstructions = builder.standingInstructions;
    this.kinds = kinds();
  }

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    if (ctx instanceof LiveTurn turn) {
      turn.together(kinds, () -> fetch(ctx));
    } else {
      fetch(ctx);
    }
    next.proceed();
  }

  private void fetch(TurnContext ctx) throws Exception {
    if (standingInstructions) {
      ctx.standingInstructions().addAll(ctx.refreshStandingInstructions());
    }
    add(memories, ctx::fetchMemories, ctx.turnMemories());
    add(retrievables, ctx::fetchRetrievables, ctx.turnRetrievables());
    add(messages, ctx::fetchMessages, ctx.turnMessages());
    add(thoughts, ctx::fetchThoughts, ctx.turnThoughts());
    add(toolCalls, ctx::fetchToolCalls, ctx.turnToolCalls());
  }

  private Set<CallbackKey> kinds() {
    Set<CallbackKey> fetched = EnumSet.noneOf(CallbackKey.class);
    addIf(standingInstructions, CallbackKey.REFRESH_STANDING_INSTRUCTIONS, fetched);
    addIf(memories > 0, CallbackKey.FETCH_MEMORIES, fetched);
    addIf(retrievables > 0, CallbackKey.FETCH_RETRIEVABLES, fetched);
    addIf(messages > 0, CallbackKey.FETCH_MESSAGES, fetched);
    addIf(thoughts > 0, CallbackKey.FETCH_THOUGHTS, fetched);
    addIf(toolCalls > 0, CallbackKey.FETCH_TOOL_CALLS, fetched);
    return Collections.unmodifiableSet(fetched);
  }

  private static void addIf(boolean wanted, CallbackKey kind, Set<CallbackKey> kinds) {
    if (wanted) {
      kinds.add(kind);
    }
  }

  private static <T> void add(int newest, Fetch<T> fetch, RecordSet<T> into) throws Exception {
    if (newest > 0) {
      List<T> all = fetch.fetch();
      int more = all.size() - newest;
      into.addAll(more > 0 ? all.subList(more, all.size()) : all);
    }
  }

  private interface Fetch<T> {
    List<T> fetch() throws Exception;
  }

  /**
   * Builds a {@link HydrateTurn}. Limits are numbers of records, 0 meaning that the kind is not
   * fetched.
   */
  public static final class Builder {

    private int messages;
    private int thoughts;
    private int toolCalls;
    private int memories;
    private int retrievables;
    private boolean standingInstructions;

    private Builder() {}

    public Builder messages(int newest) {
      this.messages = newest;
      return this;
    }

    public Builder thoughts(int newest) {
      this.thoughts = newest;
      return this;
    }

    public Builder toolCalls(int newest) {
      this.toolCalls = newest;
      return this;
    }

    public Builder memories(int newest) {
      this.memories = newest;
      return this;
    }

    public Builder retrievables(int newest) {
      this.retrievables = newest;
      return this;
    }

    /** All of them, after those the raw context brought. */
    public Builder standingInstructions(boolean fetch) {
      this.standingInstructions = fetch;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} where a limit is negative
     */
    public HydrateTurn build() {
      Violations violations = new Violations();
      check(messages, "$.messages", violations);
      check(thoughts, "$.thoughts", violations);
      check(toolCalls, "$.toolCalls", violations);
      check(memories, "$.memories", violations);
      check(retrievables, "$.retrievables", violations);
      violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new HydrateTurn(this);
    }

    private static void check(int limit, String path, Violations violations) {
      violations.check(
          limit >= 0, path, "range", "must not be negative, was " + limit + "; 0 fetches nothing");
    }
  }
}
