package dev.adk4j.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.Onion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OnionTests {

  private final List<String> notes = new ArrayList<>();
  private final Onion.NoNext noNext =
      () -> {
        throw new IllegalStateException("no next");
      };

  @Test
  void withoutLayersTheCoresResultIsTheResult() throws Exception {
    assertThat(Onion.<String, Integer>run("ctx", List.of(), () -> 7, noNext)).isEqualTo(7);
  }

  @Test
  void layersRunAroundTheCoreEachTimeAnew() throws Exception {
    List<Onion.Layer<String>> layers = List.of(noting("a"), noting("b"));
    for (int i = 0; i < 2; i++) {
      notes.clear();
      assertThat(Onion.<String, String>run("ctx", layers, () -> "core", noNext)).isEqualTo("core");
      assertThat(notes).containsExactly("a ctx", "b ctx", "/b", "/a");
    }
  }

  @Test
  void whatALayerThrowsIsRethrownUnchangedWhenTheOuterOnesHaveFinished() {
    IOException boom = new IOException("boom");
    Throwable thrown =
        catchThrowable(
            () ->
                Onion.<String, String>run(
                    "ctx",
                    List.of(
                        noting("a"),
                        (ctx, next) -> {
                          throw boom;
                        },
                        noting("c")),
                    () -> "core",
                    noNext));
    assertThat(thrown).isSameAs(boom);
    assertThat(notes).containsExactly("a ctx", "/a");
  }

  @Test
  void theLastThrowWins() {
    IOException core = new IOException("core");
    IllegalStateException post = new IllegalStateException("post");
    Throwable thrown =
        catchThrowable(
            () ->
                Onion.<String, String>run(
                    "ctx",
                    List.of(
                        (ctx, next) -> {
                          next.proceed();
                          throw post;
                        }),
                    () -> {
                      throw core;
                    },
                    noNext));
    assertThat(thrown).isSameAs(post);
  }

  @Test
  void notReachingTheCoreCallsNoNext() {
    assertThatThrownBy(
            () -> Onion.<String, String>run("ctx", List.of((c, next) -> {}), () -> "core", noNext))
        .hasMessage("no next");
    assertThatThrownBy(
            () ->
                Onion.<String, String>run("ctx", List.of((c, next) -> {}), () -> "core", () -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aSecondOrLateCallOfNextDoesNothing() throws Exception {
    AtomicReference<Next> kept = new AtomicReference<>();
    Onion.<String, String>run(
        "ctx",
        List.of(
            (ctx, next) -> {
              next.proceed();
              next.proceed();
            },
            noting("b")),
        () -> "core",
        noNext);
    assertThat(notes).containsExactly("b ctx", "/b");

    assertThatThrownBy(
            () ->
                Onion.<String, String>run(
                    "ctx", List.of((ctx, next) -> kept.set(next)), () -> "core", noNext))
        .hasMessage("no next");
    notes.clear();
    kept.get().proceed();
    assertThat(notes).isEmpty();
  }

  @Test
  void virtualMachineErrorsGoStraightThrough() {
    assertThatThrownBy(
            () ->
                Onion.<String, String>run(
                    "ctx",
                    List.of(noting("a")),
                    () -> {
                      throw new OutOfMemoryError("core");
                    },
                    noNext))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(notes).containsExactly("a ctx");
  }

  @Test
  void layersAreSkippedWhereAskedToAndTheCoreIsReached() {
    boolean reached =
        Onion.pass(
            "ctx",
            List.of(noting("a"), noting("b")),
            () -> !notes.isEmpty(),
            e -> {},
            () -> notes.add("core"));
    assertThat(reached).isTrue();
    assertThat(notes).containsExactly("a ctx", "core", "/a");
  }

  private Onion.Layer<String> noting(String name) {
    return (ctx, next) -> {
      notes.add(name + " " + ctx);
      next.proceed();
      notes.add("/" + name);
    };
  }
}
