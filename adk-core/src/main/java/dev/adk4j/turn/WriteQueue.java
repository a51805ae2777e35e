package dev.adk4j.turn;

import dev.adk4j.event.EventKey;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.Operation;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a dispatch. A write's local effect and its place in the queue are one step, so that
 * the Sets of concurrent tools end up in the order in which storage receives the records.
 */
final class WriteQueue {

  /** Defines how a new write is handled. */
  private enum State {
    /** No loop runs, so the caller persists the write at once. */
    AT_ONCE,
    QUEUED,
    /** The loop is over: only writes of hooks during its last flush are accepted. */
    SEALED,
    ENDED
  }

  private final DefaultDispatchContext ctx;
  private final @Nullable Parking parking;
  final ToolCallCounts toolCalls;
  private final Mutex mutex = new Mutex();
  private State state = State.AT_ONCE;
  private List<Write> queue = new ArrayList<>(4);
  private @Nullable Thread loop;
  private boolean writtenByLoop;

  WriteQueue(DefaultDispatchContext ctx, @Nullable Parking parking) {
    this.ctx = ctx;
    this.parking = parking;
    this.toolCalls = new ToolCallCounts(ctx.turnToolCalls());
  }

  /** Changes the Set, and persists the write with the next flush. */
  void write(CallbackKey key, Object value) {
    add(new Write.Single(key, value), () -> apply(key, value));
  }

  private void apply(CallbackKey key, Object value) {
    SetRules.checkCollision(ctx, key, value);
    switch (key) {
      case STORE_TOOL_CALL -> {
        ctx.turnToolCalls().add((ToolCall) value);
        toolCalls.add((ToolCall) value);
      }
      case MUTATE_TOOL_CALL -> {
        ctx.turnToolCalls().replaceById((ToolCall) value).forEach(toolCalls::remove);
        toolCalls.add((ToolCall) value);
      }
      case DELETE_TOOL_CALL ->
          ctx.turnToolCalls().removeFirstById((String) value).ifPresent(toolCalls::remove);
      default -> SetRules.apply(ctx, key, value);
    }
  }

  /** Replaces the group in the Set, and persists that with the next flush. */
  void replaceGroup(Write.Group group) {
    add(
        group,
        () -> {
          SetRules.checkGroup(ctx, group.ids(), group.replacements());
          ctx.turnToolCalls().replaceGroup(group.ids(), group.replacements());
          toolCalls.recount(ctx.turnToolCalls());
        });
  }

  /** Persists work of the engine with the next flush. */
  void beside(Write.Beside write) {
    add(write, () -> {});
  }

  private void add(Write write, Runnable localEffect) {
    if (!queued(write, localEffect)) {
      try {
        flush(List.of(write), () -> false);
      } catch (Exception e) {
        throw FatalErrors.<RuntimeException>unchanged(e);
      }
    }
  }

  /**
   * Runs the local effect and queues the write.
   *
   * @return false if no flush follows and the caller must persist it now
   * @throws IllegalStateException if the dispatch is over; nothing has changed then
   */
  private boolean queued(Write write, Runnable localEffect) {
    return mutex.get(
        () -> {
          boolean ofLoop = Thread.currentThread() == loop;
          if (state == State.ENDED || (state == State.SEALED && !ofLoop)) {
            throw new IllegalStateException(
                "The dispatch has ended and stores nothing more; write through the turn context, or join your threads first.");
          }
          localEffect.run();
          if (state == State.AT_ONCE) {
            return false;
          }
          writtenByLoop |= ofLoop;
          return queue.add(write);
        });
  }

  /** Makes writes wait for a flush by this thread. */
  void open() {
    mutex.run(
        () -> {
          state = State.QUEUED;
          loop = Thread.currentThread();
        });
  }

  /** Refuses writes of other threads. */
  void seal() {
    mutex.run(() -> state = State.SEALED);
  }

  /** Refuses every write. */
  void end() {
    mutex.run(() -> state = State.ENDED);
  }

  /** Removes and returns all writes. */
  List<Write> drain() {
    return mutex.get(
        () -> {
          writtenByLoop = false;
          if (queue.isEmpty()) {
            return List.of();
          }
          List<Write> taken = queue;
          queue = new ArrayList<>(4);
          return taken;
        });
  }

  /**
   * Removes and returns all writes if the loop's own thread, and so a hook, has written since the
   * last time. A thread that keeps writing waits for the next iteration.
   */
  List<Write> drainIfWrittenByLoop() {
    return mutex.get(() -> writtenByLoop ? drain() : List.of());
  }

  /** Stores all queued writes, and the work with them, in the middle of an iteration. */
  void commit(Runnable work) {
    List<Write> writes = new ArrayList<>(drain());
    TurnProgress progress = ctx.progress();
    if (progress != null) {
      progress.note(writes);
    }
    writes.add(new Write.Beside(work));
    try {
      ctx.around(new Operation.StorageCall(ctx, "flush"), () -> flush(writes, ctx::aborted));
    } catch (Exception e) {
      throw FatalErrors.<RuntimeException>unchanged(e);
    }
  }

  /**
   * Persists the writes, then mirrors the persisted ones into the parent and reports them to the
   * hooks. Stops if the dispatch is aborted.
   */
  void flush(List<Write> writes) throws Exception {
    flush(parking == null ? writes : parking.with(writes, ctx), ctx::aborted);
  }

  private void flush(List<Write> writes, BooleanSupplier abort) throws Exception {
    Flush.run(Parking.fenceOf(parking), ctx.storage, writes, abort, this::persisted);
  }

  private void persisted(Write write) {
    ContextSupport parent = ctx.parent;
    if (parent != null) {
      SetRules.mirror(parent, write);
    }
    switch (write) {
      case Write.Single(CallbackKey key, Object value) -> hook(MutationHook.of(key), value);
      case Write.Beside beside -> beside.persisted().run();
      case Write.Group(List<String> ids, List<ToolCall> replacements) -> {
        ids.forEach(id -> hook(MutationHook.DELETED_TOOL_CALL, id));
        replacements.forEach(call -> hook(MutationHook.STORED_TOOL_CALL, call));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private <T> void hook(EventKey<T> key, Object value) {
    ctx.listeners.emit(key, (T) value);
  }
}
