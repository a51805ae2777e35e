package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.value.RecordSet;
import java.util.List;

/**
 * Fetches the kinds of records it is told to, and adds the newest of each to the turn's Sets in the
 * order storage gave them. A kind that is not named is not fetched. Immutable.
 */
public final class HydrateTurn implements TurnMiddleware {

  private final int messages;
  private final int thoughts;
  private final int toolCalls;
  private final int memories;
  private final int retrievables;
  private final boolean standingInstructions;

  private HydrateTurn(Builder builder) {
    this.messages = builder.messages;
    this.thoughts = builder.thoughts;
    this.toolCalls = builder.toolCalls;
    this.memories = builder.memories;
    this.retrievables = builder.retrievables;
    this.standingInstructions = builder.standingInstructions;
  }

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    if (standingInstructions) {
      ctx.standingInstructions().addAll(ctx.refreshStandingInstructions());
    }
    add(memories, ctx::fetchMemories, ctx.turnMemories());
    add(retrievables, ctx::fetchRetrievables, ctx.turnRetrievables());
    add(messages, ctx::fetchMessages, ctx.turnMessages());
    add(thoughts, ctx::fetchThoughts, ctx.turnThoughts());
    add(toolCalls, ctx::fetchToolCalls, ctx.turnToolCalls());
    next.proceed();
  }

  private static <T> void add(int newest, Fetch<T> fetch, RecordSet<T> into) throws Exception {
    if (newest > 0) {
      List<T> all = fetch.fetch();
      into.addAll(all.subList(Math.max(0, all.size() - newest), all.size()));
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
