package dev.adk4j.sample.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Memory;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Works on the memories that the turns' own callbacks answer for, whoever supplies them: each
 * action is a small turn without a model. Thread-safe.
 */
@Component
class TurnMemoryShelf implements MemoryShelf {

  private final ObjectProvider<TurnRunner.Builder> runners;

  TurnMemoryShelf(ObjectProvider<TurnRunner.Builder> runners) {
    this.runners = runners;
  }

  @Override
  public List<Memory> all(Scope scope) {
    List<Memory> found = new ArrayList<>();
    run(
        scope,
        (ctx, helpers) -> {
          found.addAll(ctx.fetchMemories());
          ctx.ack();
        });
    return found;
  }

  @Override
  public boolean erase(Scope scope, String id) {
    boolean known = all(scope).stream().anyMatch(m -> m.id().equals(id));
    if (known) {
      delete(scope, List.of(id));
    }
    return known;
  }

  @Override
  public int eraseAll(Scope scope) {
    int erased = 0;
    // a fetch is limited
    for (List<Memory> found = all(scope); !found.isEmpty(); found = all(scope)) {
      delete(scope, found.stream().map(Memory::id).toList());
      erased += found.size();
    }
    return erased;
  }

  private void delete(Scope scope, List<String> ids) {
    run(
        scope,
        (ctx, helpers) -> {
          ids.forEach(ctx::deleteMemory);
          ctx.ack();
        });
  }

  private void run(Scope scope, DispatchExecutor work) {
    AtomicReference<@Nullable AdkException> failure = new AtomicReference<>();
    runners
        .getObject()
        .turnInputPipeline(List.of())
        .turnOutputPipeline(List.of())
        .executor(work)
        .build()
        .turn(RawTurnContext.builder().systemPrompt("").scope(scope).build())
        .observe(TurnEvent.ERROR, event -> failure.compareAndSet(null, event.error()))
        .run();
    AdkException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }
}
