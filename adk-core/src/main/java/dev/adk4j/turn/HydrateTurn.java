package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.CallbackKey;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Fetches the configured kinds of records, and adds the newest of each to the turn's Sets in the
 * order of the storage. A kind that is not named is not fetched. A storage that {@linkplain
 * dev.adk4j.storage.FetchesTogether supports it} looks up all kinds at once. Immutable.
 *
 * @since 0.1.0
 */
public final class HydrateTurn implements TurnMiddleware {

  private static final List<CallbackKey> ORDER =
      List.of(
          CallbackKey.REFRESH_STANDING_INSTRUCTIONS,
          CallbackKey.FETCH_MEMORIES,
          CallbackKey.FETCH_RETRIEVABLES,
          CallbackKey.FETCH_MESSAGES,
          CallbackKey.FETCH_THOUGHTS,
          CallbackKey.FETCH_TOOL_CALLS);

  /** Maps each fetched kind to the number of its newest records that are added. */
  private final Map<CallbackKey, Integer> limits;

  private final int step;
  private final boolean partialAnswers;

  private HydrateTurn(Map<CallbackKey, Integer> limits, int step, boolean partialAnswers) {
    this.limits = Collections.unmodifiableMap(limits);
    this.step = step;
    this.partialAnswers = partialAnswers;
  }

  /** Returns a builder that fetches no kind. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    if (ctx instanceof LiveTurn turn) {
      turn.storage.fetchTogether(limits.keySet(), () -> fetchAll(ctx));
    } else {
      fetchAll(ctx);
    }
    next.proceed();
  }

  private void fetchAll(TurnContext ctx) throws Exception {
    for (CallbackKey key : ORDER) {
      Integer newest = limits.get(key);
      if (newest != null) {
        List<?> all = fetch(ctx, key);
        SetRules.of(ctx, key.kind()).addAll(all.subList(leftOut(all.size(), newest), all.size()));
      }
    }
  }

  /** Returns a multiple of the step; the limit replaces a step that is larger than the limit. */
  private int leftOut(int all, int newest) {
    if (all <= newest) {
      return 0;
    }
    int steps = Math.min(step, newest);
    return (all - newest + steps - 1) / steps * steps;
  }

  private List<Message> messages(TurnContext ctx) throws Exception {
    List<Message> all = ctx.fetchMessages();
    return partialAnswers ? all : all.stream().filter(message -> !message.isPartial()).toList();
  }

  private List<?> fetch(TurnContext ctx, CallbackKey key) throws Exception {
    return switch (key) {
      case REFRESH_STANDING_INSTRUCTIONS -> ctx.refreshStandingInstructions();
      case FETCH_MEMORIES -> ctx.fetchMemories();
      case FETCH_RETRIEVABLES -> ctx.fetchRetrievables();
      case FETCH_MESSAGES -> messages(ctx);
      case FETCH_THOUGHTS -> ctx.fetchThoughts();
      case FETCH_TOOL_CALLS -> ctx.fetchToolCalls();
      default -> throw new IllegalArgumentException(key + " is not hydrated");
    };
  }

  /**
   * Builds a {@link HydrateTurn}. Limits are numbers of records; 0, the default, fetches nothing of
   * the kind.
   */
  public static final class Builder {

    private final EnumMap<CallbackKey, Integer> limits = new EnumMap<>(CallbackKey.class);
    private int step = 1;
    private boolean partialAnswers;

    private Builder() {}

    public Builder messages(int newest) {
      return limit(CallbackKey.FETCH_MESSAGES, newest);
    }

    public Builder thoughts(int newest) {
      return limit(CallbackKey.FETCH_THOUGHTS, newest);
    }

    public Builder toolCalls(int newest) {
      return limit(CallbackKey.FETCH_TOOL_CALLS, newest);
    }

    public Builder memories(int newest) {
      return limit(CallbackKey.FETCH_MEMORIES, newest);
    }

    public Builder retrievables(int newest) {
      return limit(CallbackKey.FETCH_RETRIEVABLES, newest);
    }

    /** Fetches all of them, and adds them after those of the raw context. */
    public Builder standingInstructions(boolean fetch) {
      return limit(CallbackKey.REFRESH_STANDING_INSTRUCTIONS, fetch ? Integer.MAX_VALUE : 0);
    }

    /**
     * Omits older records only in steps of this size: with a limit of 100 and a step of 40, between
     * 61 and 100 are added. The beginning of the conversation then stays the same for several
     * turns, so that a provider can read it from its cache. 1 by default: always as many records as
     * the limit.
     */
    public Builder step(int records) {
      this.step = records;
      return this;
    }

    /**
     * Adds partial answers of turns that were stopped or failed, too; by default, {@link
     * Message#isPartial() partial} answers are omitted.
     */
    public Builder partialAnswers(boolean add) {
      this.partialAnswers = add;
      return this;
    }

    private Builder limit(CallbackKey key, int newest) {
      limits.put(key, newest);
      return this;
    }

    /**
     * Builds the middleware.
     *
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} if a limit is negative
     */
    public HydrateTurn build() {
      Violations violations = new Violations();
      limits.forEach((key, limit) -> check(key, limit, violations));
      violations.check(step >= 1, "$.step", "range", "must be at least 1, was " + step);
      violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      Map<CallbackKey, Integer> fetched = new EnumMap<>(limits);
      fetched.values().removeIf(limit -> limit == 0);
      return new HydrateTurn(fetched, step, partialAnswers);
    }

    private static void check(CallbackKey key, int limit, Violations violations) {
      String kind = key.operation().substring("fetch".length());
      violations.check(
          limit >= 0,
          "$." + Character.toLowerCase(kind.charAt(0)) + kind.substring(1),
          "range",
          "must not be negative, was " + limit + "; 0 fetches nothing");
    }
  }
}
