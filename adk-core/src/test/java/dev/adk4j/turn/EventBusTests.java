package dev.adk4j.turn;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.Subscription;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.harness.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EventBusTests {

  private static final EventKey.Functional<String> KEY = new EventKey.Functional<>("text");
  private static final EventKey.Observability<String> OTHER = new EventKey.Observability<>("text");

  private final EventBus bus = new EventBus();
  private final List<String> heard = new ArrayList<>();

  @Test
  void listenersAreCalledInTheOrderOfRegistrationOnTheEmittingThread() {
    Thread here = Thread.currentThread();
    bus.add(KEY, e -> heard.add("a" + (Thread.currentThread() == here)));
    bus.add(KEY, e -> heard.add("b"));

    bus.emit(KEY, "x");

    assertThat(heard).containsExactly("atrue", "b");
  }

  @Test
  void theTwoBusesDoNotShareNames() {
    bus.add(OTHER, heard::add);
    bus.emit(KEY, "x");
    bus.emit(OTHER, "y");

    assertThat(heard).containsExactly("y");
  }

  @Test
  void interruptedListenerLeavesTheEmittingThreadUntouched() {
    bus.add(KEY, e -> raise(new InterruptedException()));

    bus.emit(KEY, "x");

    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void virtualMachineErrorsGoThrough() {
    bus.add(KEY, e -> raise(new OutOfMemoryError("listener")));
    List<String> heard = new ArrayList<>();
    bus.add(KEY, heard::add);
    assertThatThrownBy(() -> bus.emit(KEY, "x")).isInstanceOf(OutOfMemoryError.class);
    assertThat(heard).containsExactly("x");
  }

  @Test
  void failureOfAListenerIsItsOwn() {
    List<String> heard = new ArrayList<>();
    for (Throwable failure :
        List.of(
            new Exception("checked"),
            new StackOverflowError(),
            new LinkageError(),
            new AssertionError())) {
      bus.add(KEY, e -> raise(failure));
    }
    bus.add(KEY, heard::add);
    bus.emit(KEY, "x");
    assertThat(heard).containsExactly("x");
  }

  @Test
  void theSameListenerTwiceIsCalledTwiceAndRemovedTogether() {
    EventListener<String> listener = heard::add;
    bus.add(KEY, listener);
    bus.add(KEY, listener);
    bus.emit(KEY, "x");
    bus.remove(KEY, listener);
    bus.emit(KEY, "y");

    assertThat(heard).containsExactly("x", "x");
  }

  @Test
  void aSubscriptionRemovesItsOwnRegistrationOnly() {
    EventListener<String> listener = heard::add;
    Subscription first = bus.add(KEY, listener);
    bus.add(KEY, listener);
    first.close();
    first.close();

    bus.emit(KEY, "x");

    assertThat(heard).containsExactly("x");
  }

  @Test
  void onceIsRemovedBeforeItIsCalled() {
    bus.addOnce(
        KEY,
        e -> {
          heard.add(e);
          bus.emit(KEY, "nested");
        });
    bus.emit(KEY, "x");
    bus.emit(KEY, "y");

    assertThat(heard).containsExactly("x");
  }

  @Test
  void aListenerAddedDuringAnEventIsNotCalledForIt() {
    bus.add(KEY, e -> bus.add(KEY, later -> heard.add("late " + later)));
    bus.emit(KEY, "x");
    assertThat(heard).isEmpty();

    bus.emit(KEY, "y");
    assertThat(heard).containsExactly("late y");
  }

  @Test
  void nullIsRefusedAndChangesNothing() {
    assertThatThrownBy(() -> bus.add(KEY, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("listener");
    bus.emit(KEY, "x"); // and calls nothing
  }

  @Test
  void onceIsCalledOnceByRacingThreads() throws Exception {
    for (int round = 0; round < 200; round++) {
      EventBus racing = new EventBus();
      AtomicInteger calls = new AtomicInteger();
      racing.addOnce(KEY, e -> calls.incrementAndGet());
      AtOnce.run(4, n -> () -> racing.emit(KEY, "x"));
      assertThat(calls).hasValue(1);
    }
  }
}
