package dev.adk4j.test.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Inbox;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore.Letter;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contract tests for messages to durable turns, and for turns that are asked to stop. */
abstract class TurnInboxContract extends TurnStoreFixture {

  @Test
  void endsTurnsThatNobodyCanClaim() {
    StoredTurn failed = claim(accept(scope, null).turnId());
    store.finish(failed, State.FAILED, "E_OF_TEST");
    StoredTurn ready = accept(scope, null);
    StoredTurn queued = accept(scope, null);
    assertThat(store.stop(Scope.of("other-" + tenant, "ann", "c-1"), queued.turnId())).isFalse();
    assertThat(store.stop(scope, queued.turnId())).isTrue();
    assertThat(store.stop(scope, queued.turnId())).isFalse();
    assertThat(store.stop(scope, failed.turnId())).isTrue();
    assertThat(store.stop(scope, failed.turnId())).isFalse();
    assertThat(mine(store.stopping())).isEmpty();
    assertThat(found(failed).state()).isEqualTo(State.ABORTED);
    finish(claim(ready.turnId()));
    assertThat(found(queued).state()).isEqualTo(State.ABORTED);
    assertThat(store.open(scope)).isEmpty();
    assertThat(store.retry(tenant, failed.turnId())).isFalse();
  }

  @Test
  void givesATurnWhatIsSentToItOnceAndInOrder() {
    StoredTurn turn = accept(scope, null);
    assertThat(send(null, "1")).contains(turn.turnId());
    assertThat(send("key " + ODD, ODD)).contains(turn.turnId());
    StoredTurn claimed = claim(turn.turnId());
    assertThat(claimed.inbox()).isEqualTo(new Inbox(2, 0, false));
    List<Letter> unread = store.unread(claimed);
    assertThat(unread).extracting(Letter::n).containsExactly(1L, 2L);
    assertThat(unread.getLast())
        .isEqualTo(new Letter(2, "key " + ODD, ODD, JsonValue.of(Map.of("text", ODD))));
    store.read(claimed, 2);
    assertThat(store.unread(claimed)).isEmpty();
    assertThat(send("key " + ODD, ODD)).contains(turn.turnId());
    refused(AdkErrorCode.E_STORAGE_CONFLICT, () -> send("key " + ODD, "other"));
    assertThat(send(null, "3")).contains(turn.turnId());
    assertThat(store.unread(claimed)).extracting(Letter::n).containsExactly(3L);
    assertThat(store.advance(claimed.at(Phase.CALLED, 1, null))).isEqualTo(new Inbox(3, 2, false));
    StoredTurn taken = store.take(tenant, turn.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.inbox()).isEqualTo(new Inbox(3, 2, false));
    fenced(() -> store.read(claimed, 3));
    assertThat(store.unread(taken)).hasSize(1);
  }

  @Test
  void givesNothingToATurnThatHasAnswered() {
    StoredTurn turn = claim(accept(scope, null).turnId());
    StoredTurn.Answer answer = new StoredTurn.Answer("m", "Paid.");
    send(null, "1");
    assertThat(store.advance(turn.at(Phase.ANSWERED, 1, answer)).hasUnread()).isTrue();
    assertThat(found(turn).phase()).isEqualTo(Phase.CALLED);
    store.read(turn, 1);
    assertThat(store.advance(turn.at(Phase.ANSWERED, 2, answer)).hasUnread()).isFalse();
    assertThat(found(turn).phase()).isEqualTo(Phase.ANSWERED);
    assertThat(send(null, "2")).isEmpty();
    finish(turn);
    assertThat(send(null, "2")).isEmpty();
    assertThat(store.open(scope)).isEmpty();
  }

  @Test
  void givesNothingToATurnThatIsQueuedOrOnlyWaitsOrIsOfAnotherConversation() {
    StoredTurn waits = waits(Scope.of(tenant, "ann", "c-9"));
    store.save(waits, Map.of(), saved -> {});
    assertThat(store.steer(waits.scope(), letter(null, "1"), 10)).isEmpty();
    StoredTurn first = accept(scope, null);
    accept(scope, null);
    assertThat(send(null, "1")).contains(first.turnId());
    assertThat(store.steer(Scope.of(tenant, "ann", "c-2"), letter(null, "1"), 10)).isEmpty();
    assertThat(store.steer(Scope.of("other-" + tenant, "ann", "c-1"), letter(null, "1"), 10))
        .isEmpty();
  }

  @Test
  void refusesMoreThanATurnMayHaveToRead() {
    StoredTurn turn = claim(accept(scope, null).turnId());
    store.steer(scope, letter(null, "1"), 2);
    store.steer(scope, letter(null, "2"), 2);
    refused(AdkErrorCode.E_LIMIT_REACHED, () -> store.steer(scope, letter(null, "3"), 2));
    store.read(turn, 1);
    assertThat(store.steer(scope, letter(null, "3"), 2)).isPresent();
  }

  @Test
  void makesATurnOfWhatTheLastOneDidNotRead() {
    StoredTurn turn = claim(accept(scope, null).turnId());
    StoredTurn behind = accept(scope, null);
    send(null, "1");
    send("k", "2");
    send(null, "3");
    store.read(turn, 1);
    assertThat(store.finish(turn, State.FAILED, "E")).isTrue();
    assertThat(found(behind).state()).isEqualTo(State.READY);
    StoredTurn more = store.open(scope).getLast();
    assertThat(more.state()).isEqualTo(State.QUEUED);
    assertThat(more.memo()).isEqualTo(turn.memo());
    assertThat(Objects.requireNonNull(more.acceptance()).input())
        .isEqualTo(JsonValue.of(List.of(Map.of("text", "2"), Map.of("text", "3"))));
    assertThat(send("k", "2")).contains(turn.turnId());
    finish(claim(behind.turnId()));
    assertThat(found(more).state()).isEqualTo(State.READY);
    assertThat(enqueued).endsWith(more.turnId());
  }

  /**
   * Sends messages concurrently with reading, answering and ending: none is lost, and none is
   * delivered twice.
   */
  @Test
  void losesNoMessageBetweenTheLastLookAndTheEnd() throws Exception {
    int senders = 4;
    int each = 60;
    AtomicInteger left = new AtomicInteger(senders);
    List<String> consumed = new CopyOnWriteArrayList<>();
    List<String> refused = new CopyOnWriteArrayList<>();
    accept(scope, null);
    Together.run(
        1 + senders,
        thread -> {
          if (thread == 0) {
            while (left.get() > 0 || !store.open(scope).isEmpty()) {
              runNext(consumed);
            }
            return;
          }
          try {
            for (int i = 0; i < each; i++) {
              String text = thread + "-" + i;
              if (store.steer(scope, letter(text, text), 1000).isEmpty()) {
                refused.add(text);
                store.accept(turn(scope, null, text), 1000, null);
              }
            }
          } finally {
            left.decrementAndGet(); // also after a failure, which ends the test
          }
        });
    assertThat(consumed).doesNotHaveDuplicates();
    assertThat(consumed.size() + refused.size()).isEqualTo(senders * each);
    // the threads' timing decides which case applies to a message; one list may stay empty
    assertThat(consumed).noneMatch(refused::contains);
  }

  /** Like the engine: reads, answers if no message arrived, and ends. */
  private void runNext(List<String> consumed) {
    StoredTurn next =
        store.open(scope).stream()
            .filter(turn -> turn.state() == State.READY)
            .findFirst()
            .orElse(null);
    if (next == null) {
      return;
    }
    Objects.requireNonNull(next.acceptance())
        .input()
        .node()
        .forEach(
            input -> {
              if (input.has("text")) {
                consumed.add(input.path("text").asString());
              }
            });
    StoredTurn turn = claim(next.turnId());
    boolean fails = consumed.size() % 3 == 0;
    Inbox inbox = turn.inbox();
    do {
      if (inbox.hasUnread()) {
        List<Letter> letters = store.unread(turn);
        store.read(turn, letters.getLast().n());
        letters.forEach(letter -> consumed.add(letter.message().node().path("text").asString()));
      }
      inbox = store.advance(turn.at(fails ? Phase.CALLED : Phase.ANSWERED, 1, null));
    } while (!fails && inbox.hasUnread());
    store.finish(turn, fails ? State.FAILED : State.COMPLETED, null);
  }

  @Test
  void stopsATurnThatIsQueuedAtOnceAndRemembersItOfOthers() {
    StoredTurn first = accept(scope, null);
    StoredTurn second = accept(scope, null);
    StoredTurn third = accept(scope, null);
    assertThat(store.stop(scope, second.turnId())).isTrue();
    assertThat(found(second).state()).isEqualTo(State.ABORTED);
    assertThat(store.stop(scope, second.turnId())).isFalse();
    assertThat(store.stop(Scope.of(tenant, "ann", "c-2"), first.turnId())).isFalse();
    assertThat(store.stop(scope, "unknown")).isFalse();

    StoredTurn claimed = claim(first.turnId());
    assertThat(store.stop(scope, first.turnId())).isTrue();
    assertThat(found(first).state()).isEqualTo(State.RUNNING);
    assertThat(mine(store.stopping())).containsExactly(first.turnId());
    assertThat(send(null, "too late")).isEmpty();
    assertThat(store.advance(claimed.at(Phase.CALLED, 1, null)).stop()).isTrue();
    StoredTurn taken = store.take(tenant, first.turnId(), "other", LONG).orElseThrow();
    assertThat(taken.inbox().stop()).isTrue();
    assertThat(store.finish(taken, State.ABORTED, null)).isTrue();
    assertThat(mine(store.stopping())).isEmpty();
    assertThat(found(third).state()).isEqualTo(State.READY);
  }

  @Test
  void aTurnThatBeginsAnewIsNotAskedToStopAnyMore() {
    StoredTurn held = claim(accept(scope, null).turnId());
    assertThat(store.stop(scope, held.turnId())).isTrue();
    store.finish(held, State.FAILED, "E_OF_TEST");
    assertThat(found(held).inbox().stop()).isFalse();
    assertThat(store.retry(tenant, held.turnId())).isTrue();
    assertThat(mine(store.stopping())).isEmpty();
    assertThat(claim(held.turnId()).inbox().stop()).isFalse();
  }

  @Test
  void aTurnThatBeginsAnewDoesNotReadWhatAFurtherTurnGot() {
    StoredTurn held = claim(accept(scope, null).turnId());
    store.steer(scope, letter(null, "hurry"), 10);
    store.finish(held, State.FAILED, "E_OF_TEST");
    assertThat(store.retry(tenant, held.turnId())).isTrue();
    StoredTurn further = begun().getFirst();
    assertThat(further.turnId()).isNotEqualTo(held.turnId());
    finish(claim(further.turnId()));
    StoredTurn again = claim(held.turnId());
    assertThat(again.inbox().hasUnread()).isFalse();
    assertThat(store.unread(again)).isEmpty();
  }

  private Optional<String> send(@Nullable String key, String text) {
    return store.steer(scope, letter(key, text), 1000);
  }
}
