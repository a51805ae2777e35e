package dev.adk4j.prompt.context;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.context.ContextTurns.Turn;
import dev.adk4j.prompt.context.Summarization.State;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the older turns of a dispatch by a summary. Place it in the dispatch input pipeline,
 * before {@link ContextTrimmer}. Runs once, before the first generation. Changes the dispatch's own
 * sets, never stored records. An exception of the summarizer fails the iteration. Thread-safe if
 * its store is.
 *
 * <p>If the last message covered by a stored summary is no longer in the loaded history, all older
 * turns are summarized immediately. Otherwise the turns that leave the history next would be lost.
 *
 * @since 0.1.0
 */
public final class ContextSummarizer implements DispatchMiddleware {

  /** The id of the message that contains the summary. */
  public static final String SUMMARY_ID = "__compact-summary";

  private final SummarizerOptions options;
  private final Summarizer summarizer;
  private final ToLongBiFunction<String, String> tokens;
  private final SummaryStore store;

  /** Creates a summarizer that stores its summaries in memory. */
  public ContextSummarizer(SummarizerOptions options) {
    this(options, SummaryStore.inMemory());
  }

  /**
   * Creates a summarizer.
   *
   * @throws dev.adk4j.error.AdkException {@code E_CONTEXT_RESOLVER_MISSING} without a summarizer or
   *     an estimator
   */
  public ContextSummarizer(SummarizerOptions options, SummaryStore store) {
    this.summarizer =
        Resolvers.require(options.summarizer(), "assembleCompactedTurns", "summarize");
    this.tokens =
        Resolvers.require(options.estimateTokens(), "assembleCompactedTurns", "estimateTokens");
    this.options = options;
    this.store = store;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) throws Exception {
    if (ctx.isFirstIteration()) {
      summarize(ctx);
    }
    next.proceed();
  }

  private void summarize(DispatchContext ctx) throws Exception {
    List<Turn> turns =
        ContextTurns.of(ctx.turnMessages().snapshot(), ctx.turnToolCalls().snapshot());
    Scope scope = ctx.scope();
    boolean keeps = scope.conversation() != null;
    Optional<SummaryStore.Entry> known = keeps ? store.load(scope) : Optional.empty();
    int found = known.map(entry -> covered(entry, turns)).orElse(0);
    State state = known.map(entry -> new State(entry.summary(), found)).orElse(State.NONE);
    boolean leaving = known.isPresent() && found == 0;
    SummarizerOptions own = leaving ? options.withSummarizeAtTokens(0) : options;
    State now =
        new Summarization(own, summarizer.forDispatch(ctx), tokens, ctx).summarize(turns, state);
    String summary = now.summary();
    if (summary == null) {
      return;
    }
    int older = Math.max(0, turns.size() - own.keepVerbatim());
    List<Turn> covered = turns.subList(0, Math.min(now.coveredOlder(), older));
    Message last = lastOf(covered);
    if (keeps && last != null && !now.equals(state)) {
      store.save(scope, new SummaryStore.Entry(summary, last.id()));
    }
    show(ctx, covered, last, summary);
  }

  /**
   * Finds the covered turns by the last message, since histories are truncated at their beginning.
   */
  private static int covered(SummaryStore.Entry entry, List<Turn> turns) {
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).messages().stream().anyMatch(m -> m.id().equals(entry.coveredThrough()))) {
        return i + 1;
      }
    }
    return 0;
  }

  private static @Nullable Message lastOf(List<Turn> turns) {
    return turns.isEmpty() || turns.getLast().messages().isEmpty()
        ? null
        : turns.getLast().messages().getLast();
  }

  private static void show(
      DispatchContext ctx, List<Turn> covered, @Nullable Message last, String summary) {
    Set<Object> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    covered.forEach(turn -> gone.addAll(turn.messages()));
    covered.forEach(turn -> gone.addAll(turn.toolCalls()));
    List<Message> messages = new ArrayList<>();
    messages.add(Summarization.message(summary));
    ctx.turnMessages().stream().filter(m -> !gone.contains(m)).forEach(messages::add);
    ctx.turnMessages().clear();
    ctx.turnMessages().addAll(messages);
    ctx.turnToolCalls().removeIf(gone::contains);
    if (last != null) {
      Instant end = last.createdAt();
      ctx.turnThoughts().removeIf(thought -> !thought.createdAt().isAfter(end));
    }
  }
}
