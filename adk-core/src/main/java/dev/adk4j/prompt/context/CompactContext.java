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

/**
 * Shows a dispatch a summary in place of its older turns; belongs into the dispatch input pipeline,
 * before {@link ThriftContext}. Works once, before the first generation. Changes what the dispatch
 * sees, never what is stored. What the summariser throws fails the iteration. Thread-safe as its
 * store is.
 */
public final class CompactContext implements DispatchMiddleware {

  private final CompactOptions options;
  private final CompactStore store;

  public CompactContext(CompactOptions options) {
    this(options, CompactStore.inMemory());
  }

  public CompactContext(CompactOptions options, CompactStore store) {
    Resolvers.require(options.summarise(), "assembleCompactedTurns", "summarize");
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
    Scope scope = ctx.scope();
    Optional<CompactStore.Entry> known = keeps ? store.load(scope) : Optional.empty();
    CompactState state = known.map(entry -> state(entry, turns)).orElse(CompactState.NONE);
    CompactedTurns compacted = Compact.compact(turns, state, options.context(ctx));
    int covered = compacted.state().coveredOlder();
    String summary = compacted.state().summary();
    if (summary == null || covered == 0) {
      return;
    }
    if (keeps && !compacted.state().equals(state)) {
      String last = turns.get(covered - 1).messages().getLast().id();
      store.save(scope, new CompactStore.Entry(summary, last));
    }
    show(ctx, turns.subList(0, covered), summary);
  }

  /** Histories are cut at their beginning: what the summary covers is found by its last message. */
  private static CompactState state(CompactStore.Entry entry, List<ContextTurn> turns) {
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).messages().stream().anyMatch(m -> m.id().equals(entry.coveredThrough()))) {
        return new CompactState(entry.summary(), i + 1);
      }
    }
    return new CompactState(entry.summary(), 0);
  }

  private static void show(DispatchContext ctx, List<ContextTurn> covered, String summary) {
    Set<Object> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    covered.forEach(turn -> gone.addAll(turn.messages()));
    covered.forEach(turn -> gone.addAll(turn.toolCalls()));
    Instant end = covered.getLast().messages().getLast().createdAt();
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
    ctx.turnThoughts().stream()
        .filter(thought -> !thought.createdAt().isAfter(end))
        .toList()
        .forEach(ctx.turnThoughts()::remove);
  }
}
