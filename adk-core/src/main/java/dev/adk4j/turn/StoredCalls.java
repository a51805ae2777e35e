package dev.adk4j.turn;

import dev.adk4j.value.JsonValue;
import dev.adk4j.waiting.CallJournal;
import dev.adk4j.waiting.StoredTurns;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurnStore;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The journal of a durable turn: stores what happens to calls at once, with all before it. */
final class StoredCalls implements CallJournal {

  private final DefaultDispatchContext ctx;
  private final WaitingTurnStore store;
  private final Fence fence;
  private final Set<String> started = ConcurrentHashMap.newKeySet();

  StoredCalls(DefaultDispatchContext ctx, WaitingTurnStore store, Fence fence) {
    this.ctx = ctx;
    this.store = store;
    this.fence = fence;
  }

  @Override
  public void ask(List<WaitingTurn.Call> calls, JsonValue results) {
    WaitingTurn asking = fence.turn().asking(ctx.iteration(), calls, results);
    ctx.commit(() -> fence.passing(() -> store.ask(asking)));
    calls.stream()
        .filter(WaitingTurn.Call::started)
        .map(WaitingTurn.Call::id)
        .forEach(started::add);
  }

  @Override
  public void start(String callId) {
    if (!started.remove(callId) && !store.start(fence.turn(), callId)) {
      fence.check();
      throw StoredTurns.fenced(fence.turn()); // not reached: nobody else knows the call's id
    }
  }

  @Override
  public void done(Collection<String> callIds) {
    ctx.commit(() -> fence.passing(() -> store.done(fence.turn(), callIds)));
  }
}
