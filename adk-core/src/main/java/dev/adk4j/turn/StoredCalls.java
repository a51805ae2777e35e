package dev.adk4j.turn;

import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The journal of a durable turn: stores the progress of calls at once, with all earlier writes.
 *
 * @param started the calls whose start was stored when they were asked for
 */
record StoredCalls(DefaultDispatchContext ctx, TurnStore store, Fence fence, Set<String> started)
    implements CallJournal {

  StoredCalls(DefaultDispatchContext ctx, TurnStore store, Fence fence) {
    this(ctx, store, fence, ConcurrentHashMap.newKeySet());
  }

  @Override
  public void ask(List<StoredTurn.Call> calls, JsonValue results) {
    StoredTurn asking = fence.turn.asking(ctx.iteration(), calls, results);
    ctx.writes.commit(() -> fence.passing(() -> store.ask(asking)));
    calls.stream().filter(StoredTurn.Call::started).map(StoredTurn.Call::id).forEach(started::add);
  }

  @Override
  public void start(String callId) {
    if (!started.remove(callId) && !fence.answered(() -> store.start(fence.turn, callId))) {
      fence.check(); // no other run knows the call's id: this one has stored its start
    }
  }

  @Override
  public void done(Collection<String> callIds) {
    ctx.writes.commit(() -> fence.passing(() -> store.done(fence.turn, callIds)));
  }
}
