package dev.adk4j.prompt.context;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows a dispatch a summary in place of its older turns; belongs into the dispatch input pipeline,
 * before {@link ThriftContext}. Works once, before the first generation. Changes what the dispatch
 * sees, never what is stored. What the summariser throws fails the iteration. Thread-safe as its
 * store is.
 *
 * <p>Where the last message that a kept summary covers is no longer among those the turn was given,
 * because histories are loaded up to a limit, the older turns are folded into it at once: what is
 * about to leave the history would be in neither otherwise.
 */
public final class CompactContext implements DispatchMiddleware {

  private final CompactOptions options;
  private final Summariser summarise;
  private final CompactStore store;

  public CompactContext(CompactOptions options) {
    this(options, CompactStore.inMemory());
  }

  public CompactContext(CompactOptions options, CompactStore store) {
    this.summarise = Resolvers.require(options.summarise(), "assembleCompactedTurns", "summarize");
    Resolvers.require(options.estimateTokens(), "assembleCompactedTurns", "estimateTokens");
    this.options = options;
    this.store = store;
  }

  @Override
  public void handle(DispatchContext ctx, Next next) throws Exception {
    if (ctx.iteration() == 0) {
      compact(ctx);
    }
    next.proceed();
  }

  private void compact(DispatchContext ctx) throws Exception {
    List<ContextTurn> turns =
        ContextTurns.of(ctx.turnMessages().snapshot(), ctx.turnToolCalls().snapshot());
    boolean keeps = ctx.scope().conversation() != null;
    CompactOptions own = options.context(ctx).summarise(summarise.forDispatch(ctx));
    Scope scope = ctx.scope();
    Optional<CompactStore.Entry> known = keeps ? store.load(scope) : Optional.empty();
    int found = known.map(entry -> covered(entry, turns)).orElse(0);
    CompactState state =
        known.map(entry -> new CompactState(entry.summary(), found)).orElse(CompactState.NONE);
    boolean leaving = known.isPresent() && found == 0;
    CompactedTurns compacted =
        Compact.compact(turns, state, leaving ? own.summariseAtTokens(0) : own);
    String summary = compacted.state().summary();
    if (summary == null) {
      return;
    }
    int older = Math.max(0, turns.size() - own.keepVerbatim());
    List<ContextTurn> covered = turns.subList(0, Math.min(compacted.state().coveredOlder(), older));
    Message last = lastOf(covered);
    if (keeps && last != null && !compacted.state().equals(state)) {
      store.save(scope, new CompactStore.Entry(summary, last.id()));
    }
    show(ctx, covered, last, summary);
  }

  /** Histories are cut at their beginning: what a summary covers is found by its last message. */
  private static int covered(CompactStore.Entry entry, List<ContextTurn> turns) {
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).messages().stream().anyMatch(m -> m.id().equals(entry.coveredThrough()))) {
        return i + 1;
      }
    }
    return 0;
  }

  private static @Nullable Message lastOf(List<ContextTurn> turns) {
    return turns.isEmpty() || turns.getLast().messages().isEmpty()
        ? null
        : turns.getLast().messages().getLast();
  }

  private static void show(
      DispatchContext ctx, List<ContextTurn> covered, @Nullable Message last, String summary) {
    Set<Object> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    covered.forEach(turn -> gone.addAll(turn.messages()));
    covered.forEach(turn -> gone.addAll(turn.toolCalls()));
    List<Message> messages = new ArrayList<>();
    messages.add(Compact.message(summary));
    ctx.turnMessages().stream().filter(m -> !gone.contains(m)).forEach(messages::add);
    ctx.turnMessages().clear();
    ctx.turnMessages().addAll(messages);
    for (ToolCall call : ctx.turnToolCalls()) {
      if (gone.contains(call)) {
        ctx.turnToolCalls().remove(call);
      }
    }
    if (last != null) {
      Instant end = last.createdAt();
      ctx.turnThoughts().stream()
          .filter(thought -> !thought.createdAt().isAfter(end))
          .toList()
          .forEach(ctx.turnThoughts()::remove);
    }
  }
}
