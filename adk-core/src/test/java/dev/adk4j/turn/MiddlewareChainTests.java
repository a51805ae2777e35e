package dev.adk4j.turn;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.loop.Next;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MiddlewareChainTests {

  private final List<String> notes = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();

  /** A middleware of these tests. */
  private interface Layer {
    void handle(Next next) throws Exception;
  }

  private boolean pass(Layer... layers) {
    return MiddlewareChain.pass(List.of(layers), Layer::handle, () -> false, thrown::add);
  }

  @Test
  void reachesTheEndWithoutMiddleware() {
    assertThat(pass()).isTrue();
  }

  @Test
  void runsAroundTheRestEachTimeAnew() {
    Layer[] layers = {noting("a"), noting("b")};
    for (int i = 0; i < 2; i++) {
      notes.clear();
      assertThat(pass(layers)).isTrue();
      assertThat(notes).containsExactly("a", "b", "/b", "/a");
    }
  }

  @Test
  void reportsAFailureAndFinishesTheOuterMiddleware() {
    IOException boom = new IOException("boom");
    boolean reached = pass(noting("a"), next -> raise(boom), noting("c"));
    assertThat(reached).isFalse();
    assertThat(thrown).containsExactly(boom);
    assertThat(notes).containsExactly("a", "/a");
  }

  @Test
  void reportsEachExceptionInItsOrder() {
    IOException inner = new IOException("inner");
    IllegalStateException post = new IllegalStateException("post");
    pass(
        next -> {
          next.proceed();
          throw post;
        },
        next -> raise(inner));
    assertThat(thrown).containsExactly(inner, post);
  }

  @Test
  void doesNotReachTheEndWithoutNext() {
    assertThat(pass(next -> {}, noting("b"))).isFalse();
    assertThat(notes).isEmpty();
    assertThat(thrown).isEmpty();
  }

  @Test
  void ignoresASecondOrLateCallOfNext() {
    assertThat(
            pass(
                next -> {
                  next.proceed();
                  next.proceed();
                },
                noting("b")))
        .isTrue();
    assertThat(notes).containsExactly("b", "/b");

    notes.clear();
    AtomicReference<Next> kept = new AtomicReference<>();
    assertThat(pass(kept::set, noting("b"))).isFalse();
    kept.get().proceed();
    assertThat(notes).isEmpty();
  }

  @Test
  void letsErrorsOfTheVirtualMachineThrough() {
    assertThatThrownBy(() -> pass(noting("a"), next -> raise(new OutOfMemoryError("inner"))))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(notes).containsExactly("a");
  }

  @Test
  void leavesOutMiddlewareWhileAskedToAndReachesTheEnd() {
    List<Layer> layers = List.of(noting("a"), noting("b"));
    assertThat(MiddlewareChain.pass(layers, Layer::handle, () -> !notes.isEmpty(), thrown::add))
        .isTrue();
    assertThat(notes).containsExactly("a", "/a");
  }

  private Layer noting(String name) {
    return next -> {
      notes.add(name);
      next.proceed();
      notes.add("/" + name);
    };
  }
}
