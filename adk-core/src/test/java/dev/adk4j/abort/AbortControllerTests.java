package dev.adk4j.abort;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.harness.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AbortControllerTests {

  private final AbortController controller = new AbortController();
  private final List<Object> heard = new ArrayList<>();

  @Test
  void theFirstReasonWins() {
    controller.signal().onAbort(heard::add);

    controller.abort("first");
    controller.abort("second");

    assertThat(controller.signal().aborted()).isTrue();
    assertThat(controller.signal().reason()).isEqualTo("first");
    assertThat(heard).containsExactly("first");
  }

  @Test
  void aReasonIsOptional() {
    assertThat(controller.signal().aborted()).isFalse();
    assertThatCode(controller.signal()::throwIfAborted).doesNotThrowAnyException();

    controller.abort();

    assertThat(controller.signal().reason()).isNull();
    assertThatThrownBy(controller.signal()::throwIfAborted)
        .isInstanceOf(AbortException.class)
        .hasMessage("aborted");
  }

  @Test
  void exceptionAsReasonIsTheCause() {
    IllegalStateException reason = new IllegalStateException("budget");
    controller.abort(reason);

    assertThatThrownBy(controller.signal()::throwIfAborted)
        .isInstanceOfSatisfying(AbortException.class, e -> assertThat(e.reason()).isSameAs(reason))
        .hasCause(reason);
  }

  @Test
  void aListenerAddedAfterwardsIsCalledAtOnce() {
    controller.abort("gone");
    controller.signal().onAbort(heard::add);

    assertThat(heard).containsExactly("gone");
  }

  @Test
  void listenersAreCalledInOrderAndAFailingOneStopsNobody() {
    controller.signal().onAbort(reason -> heard.add("a"));
    controller.signal().onAbort(reason -> raise(new AssertionError("listener")));
    controller.signal().onAbort(reason -> heard.add("b"));

    controller.abort();

    assertThat(heard).containsExactly("a", "b");
  }

  @Test
  void virtualMachineErrorOfAListenerIsRethrownAfterTheOthers() {
    controller.signal().onAbort(reason -> raise(new OutOfMemoryError("listener")));
    controller.signal().onAbort(reason -> heard.add("b"));

    assertThatThrownBy(controller::abort).isInstanceOf(OutOfMemoryError.class);
    assertThat(heard).containsExactly("b");
  }

  @Test
  void listenerClosedByAnEarlierOneIsNotCalled() {
    AtomicReference<Subscription> later = new AtomicReference<>();
    controller.signal().onAbort(reason -> later.get().close());
    later.set(controller.signal().onAbort(heard::add));
    Subscription closed = controller.signal().onAbort(heard::add);
    closed.close();
    closed.close();

    controller.abort("x");

    assertThat(heard).isEmpty();
  }

  @Test
  void theSameListenerTwiceIsTwoRegistrations() {
    java.util.function.Consumer<Object> listener = heard::add;
    controller.signal().onAbort(listener);
    Subscription second = controller.signal().onAbort(listener);
    second.close();

    controller.abort("x");

    assertThat(heard).containsExactly("x");
  }

  @Test
  void followingASignalTakesItsReasonAndNothingGoesBack() {
    AbortController child = new AbortController();
    child.follow(controller.signal());
    AbortController detached = new AbortController();
    detached.follow(controller.signal()).close();
    AbortController alone = new AbortController();
    alone.follow(controller.signal());
    alone.abort("its own");

    controller.abort("parent");

    assertThat(child.signal().reason()).isEqualTo("parent");
    assertThat(detached.signal().aborted()).isFalse();
    assertThat(alone.signal().reason()).isEqualTo("its own");

    AbortController late = new AbortController();
    late.follow(controller.signal());
    assertThat(late.signal().aborted()).isTrue();
  }

  @Test
  void racingAbortsAndListenersAgreeOnOneReasonAndCallEachListenerOnce() throws Exception {
    for (int round = 0; round < 200; round++) {
      AbortController racing = new AbortController();
      Set<Object> reasons = ConcurrentHashMap.newKeySet();
      AtomicInteger calls = new AtomicInteger();
      Consumer<Object> listener =
          given -> {
            reasons.add(given);
            calls.incrementAndGet();
          };
      AtOnce.run(
          8,
          n ->
              () -> {
                if (n % 2 == 0) {
                  racing.abort(n);
                } else {
                  racing.signal().onAbort(given -> listener.accept(given));
                }
              });
      assertThat(reasons).containsExactly(racing.signal().reason());
      assertThat(calls).hasValue(4);
    }
  }
}
