package dev.adk4j.abort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AbortControllerTests {

  private final AbortController controller = new AbortController();
  private final AbortSignal signal = controller.signal();
  private final List<Object> heard = new ArrayList<>();

  @Test
  void theFirstAbortWins() {
    signal.onAbort(heard::add);
    assertThat(signal.aborted()).isFalse();
    assertThatCode(signal::throwIfAborted).doesNotThrowAnyException();
    controller.abort("first");
    controller.abort("second");
    assertThat(heard).containsExactly("first");
    assertThat(signal.aborted()).isTrue();
    assertThat(signal.reason()).isEqualTo("first");
    assertThatThrownBy(signal::throwIfAborted)
        .isInstanceOfSatisfying(
            AbortException.class, e -> assertThat(e.reason()).isEqualTo("first"));
  }

  @Test
  void lateListenersAreCalledAtOnce() {
    controller.abort();
    signal.onAbort(heard::add).close();
    assertThat(heard).containsExactly((Object) null);
    assertThat(signal.reason()).isNull();
  }

  @Test
  void oneListenerTwiceIsTwoRegistrations() {
    Subscription once = signal.onAbort(reason -> heard.add("x"));
    signal.onAbort(reason -> heard.add("x"));
    once.close();
    once.close();
    controller.abort();
    assertThat(heard).containsExactly("x");
  }

  @Test
  void aListenerMayCloseALaterOne() {
    List<Subscription> later = new ArrayList<>();
    signal.onAbort(reason -> later.getFirst().close());
    later.add(signal.onAbort(heard::add));
    controller.abort("r");
    assertThat(heard).isEmpty();
  }

  @Test
  void failingListenersDoNotStopTheOthers() {
    signal.onAbort(
        reason -> {
          throw new IllegalStateException("expected in this test");
        });
    signal.onAbort(
        reason -> {
          throw new AssertionError("expected in this test");
        });
    signal.onAbort(heard::add);
    controller.abort("r");
    assertThat(heard).containsExactly("r");
  }

  @Test
  void aThrowableReasonIsTheCause() {
    IllegalStateException why = new IllegalStateException("why");
    controller.abort(why);
    assertThatThrownBy(signal::throwIfAborted).hasCause(why);
  }

  @Test
  void everyListenerIsCalledExactlyOnceWhateverTheRace() throws Exception {
    for (int round = 0; round < 200; round++) {
      AbortController racing = new AbortController();
      AtomicInteger calls = new AtomicInteger();
      CountDownLatch start = new CountDownLatch(1);
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
          running.add(
              threads.submit(
                  () -> {
                    start.await();
                    for (int i = 0; i < 10; i++) {
                      racing.signal().onAbort(reason -> calls.incrementAndGet());
                    }
                    return null;
                  }));
        }
        for (int t = 0; t < 2; t++) {
          running.add(
              threads.submit(
                  () -> {
                    start.await();
                    racing.abort("r");
                    return null;
                  }));
        }
        start.countDown();
        for (Future<?> future : running) {
          future.get();
        }
      }
      assertThat(calls).hasValue(40);
    }
  }
}
