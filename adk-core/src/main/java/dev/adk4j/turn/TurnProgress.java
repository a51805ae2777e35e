package dev.adk4j.turn;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.ParkedGates;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.token.Tokenizable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the progress and the end of a turn that this process has claimed. */
final class TurnProgress {

  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  /** The turn as it was claimed. */
  final StoredTurn turn;

  private final TurnStore store;
  private final ParkedGates gates;
  final Fence fence;
  private StoredTurn.@Nullable Answer answer;
  private volatile StoredTurn.Inbox inbox;
  private List<Message> unfinished = List.of();

  TurnProgress(StoredTurn turn, TurnStore store, ParkedGates gates, InstantSource clock) {
    this.turn = turn;
    this.store = store;
    this.gates = gates;
    this.fence = new Fence(store, turn, clock);
    this.inbox = turn.inbox();
  }

  /** Aborts a durable turn between two iterations if it must stop, or if its process stops. */
  void handOver() {
    if (turn.isDurable() && inbox.stop()) {
      fence.abort(TurnRules.STOPPED);
    } else if (turn.isDurable() && gates.handsOver()) {
      fence.abort(TurnRules.HANDED_OVER);
    }
  }

  /** Remembers the last stored message of the assistant: the turn may end with it. */
  void note(List<Write> writes) {
    for (Write write : writes) {
      if (write instanceof Write.Single(CallbackKey key, Object value)
          && key == CallbackKey.STORE_MESSAGE
          && value instanceof Message message
          && message.role() == MessageRole.ASSISTANT) {
        answer =
            new StoredTurn.Answer(
                message.id(), message.content().map(Tokenizable::value).orElse(""));
      }
    }
  }

  /** Returns the write that stores the end of the iteration. */
  Write.Beside advance(DefaultDispatchContext ctx) {
    Phase phase = ctx.isAcked() ? Phase.ANSWERED : Phase.CALLED;
    StoredTurn further =
        turn.at(phase, ctx.iteration() + 1, phase == Phase.ANSWERED ? answer : null);
    AtomicReference<StoredTurn.Inbox> sent = new AtomicReference<>(inbox);
    return new Write.Beside(
        () -> fence.passing(() -> store.advance(further, sent::set)), () -> inbox = sent.get());
  }

  /** Returns true if the turn is durable and has messages that its model has not seen. */
  boolean hasMore() {
    return inbox.hasUnread() && turn.isDurable();
  }

  /**
   * Stores messages that were sent to the turn, and their receipt, in a transaction of their own.
   * Does nothing while calls have no results yet.
   */
  void takeLetters(DefaultDispatchContext ctx, UnaryOperator<Message> filter) {
    if (ctx.isFirstIteration() && turn.phase() != Phase.ACCEPTED && turn.phase() != Phase.CALLED) {
      return;
    }
    List<TurnStore.Letter> letters = store.unread(turn);
    if (letters.isEmpty()) {
      return;
    }
    letters.forEach(letter -> take(ctx, Message.fromJson(letter.message().node()), filter));
    long last = letters.getLast().n();
    ctx.writes.commit(() -> fence.passing(() -> store.read(turn, last)));
    StoredTurn.Inbox before = inbox;
    inbox = new StoredTurn.Inbox(Math.max(before.sent(), last), last, before.stop());
  }

  private static void take(
      DefaultDispatchContext ctx, Message sent, UnaryOperator<Message> filter) {
    try {
      ctx.storeMessage(filter.apply(sent));
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GUARD_REFUSED)) {
        throw e;
      }
      log.info("A message to turn {} was left out: {}", ctx.turnId(), e.getMessage());
    }
  }

  /**
   * Records how a resumed turn has ended. If the store does not answer, or a virtual machine error
   * interrupts this, the claim runs out by itself, and the turn resumes again.
   *
   * @param undecided true if a decision is missing, so that the turn keeps waiting
   */
  void ended(
      boolean completed,
      boolean undecided,
      @Nullable AbortSignal abort,
      @Nullable AdkException error,
      BoundStorage storage) {
    boolean aborted = abort != null;
    if (fence.isLost() || (abort != null && abort.reason() == TurnRules.LOST)) {
      return;
    }
    try {
      if (undecided || (aborted && gates.handsOver())) {
        store.release(turn);
      } else if (completed || aborted) {
        finish(completed ? State.COMPLETED : State.ABORTED, null, unfinished, storage);
      } else if (error != null && !isUnavailable(error)) {
        // text that a guard refused is not kept, not even its beginning
        List<Message> kept = caused(error, AdkErrorCode.E_GUARD_REFUSED) ? List.of() : unfinished;
        if (finish(State.FAILED, error.code(), kept, storage)) {
          store.here().add(TurnCounts.Event.FAILED);
        }
      }
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.warn("The end of turn {} could not be noted; it goes on again later.", turn.turnId(), e);
    }
  }

  /** Remembers the messages that the dispatch emitted and did not store. */
  void left(List<Message> unfinished) {
    this.unfinished = unfinished;
  }

  /**
   * Records the end of the turn and stores the written part of its answer with it, both or neither.
   * A text that cannot be stored does not prevent the turn from ending.
   *
   * @return false if the claim was lost
   */
  boolean finish(
      State end, @Nullable String error, List<Message> unfinished, BoundStorage storage) {
    boolean held = storeEnd(end, error, unfinished, storage);
    if (held) {
      gates.finished(turn);
    }
    return held;
  }

  private boolean storeEnd(
      State end, @Nullable String error, List<Message> unfinished, BoundStorage storage) {
    if (!unfinished.isEmpty()) {
      List<Write> writes = new ArrayList<>();
      writes.add(new Write.Beside(fence::check));
      unfinished.forEach(text -> writes.add(new Write.Single(CallbackKey.STORE_MESSAGE, text)));
      writes.add(new Write.Beside(() -> ending(store.finish(turn, end, error))));
      try {
        Flush.run(fence, storage, writes, () -> false, persisted -> {});
        return true;
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        if (fence.isLost()) {
          return false;
        }
        FatalErrors.keepInterrupt(e);
        log.warn("What turn {} wrote of its answer could not be kept.", turn.turnId(), e);
      }
    }
    return fence.answered(() -> store.finish(turn, end, error));
  }

  private void ending(boolean held) {
    if (!held) {
      throw TurnRules.fenced(turn);
    }
  }

  /**
   * Returns true if the storage did not answer. This does not end the turn, which resumes from its
   * stored data.
   */
  private boolean isUnavailable(AdkException error) {
    return turn.isDurable()
        ? caused(error, AdkErrorCode.E_STORAGE_UNAVAILABLE)
        : AdkException.is(error, AdkErrorCode.E_STORAGE_UNAVAILABLE);
  }

  static boolean caused(Throwable error, AdkErrorCode code) {
    return FatalErrors.causes(error).stream().anyMatch(cause -> AdkException.is(cause, code));
  }
}
