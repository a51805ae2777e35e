package dev.adk4j.token;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.Subscription;
import dev.adk4j.token.internal.TokenWarning;
import dev.adk4j.token.internal.TokenWarnings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenWarningsTests {

  private final RuntimeException failure = new IllegalStateException("tokenizer broke");
  private final List<TokenWarning> turn = new ArrayList<>();
  private final List<TokenWarning> dispatch = new ArrayList<>();
  private boolean broken = true;

  @BeforeEach
  void register() {
    TokenCounters.reset();
    TokenCounters.register(
        TokenCountersTests.counter(
            "fragile",
            true,
            text -> {
              if (broken) {
                throw failure;
              }
              return 1;
            }));
  }

  @AfterEach
  void forget() {
    TokenCounters.reset();
  }

  @Test
  void outsideARunTheErrorIsThrown() {
    assertThatThrownBy(() -> TokenCounters.count("x", "fragile")).isSameAs(failure);
    assertThatThrownBy(() -> Tokenizable.of("x").estimateTokens("fragile")).isSameAs(failure);
  }

  @Test
  void insideARunTheInnermostSinkIsToldAndTheCountEstimated() {
    String text = "x".repeat(200);
    Subscription outer = TokenWarnings.open(turn::add);
    Subscription inner = TokenWarnings.open(dispatch::add);
    assertThat(TokenCounters.count(text, "fragile")).isEqualTo(58);
    assertThat(dispatch).hasSize(1);
    assertThat(dispatch.getFirst()).isEqualTo(new TokenWarning("fragile", failure, "x".repeat(80)));
    inner.close();
    TokenCounters.count(text, "fragile");
    assertThat(turn).hasSize(1);
    outer.close();
    assertThatThrownBy(() -> TokenCounters.count(text, "fragile")).isSameAs(failure);
    assertThat(dispatch).hasSize(1);
  }

  @Test
  void anEstimateIsNotKept() {
    Tokenizable text = Tokenizable.of("1234567");
    try (Subscription open = TokenWarnings.open(turn::add)) {
      assertThat(text.estimateTokens("fragile")).isEqualTo(2);
      broken = false;
      assertThat(text.estimateTokens("fragile")).isEqualTo(1);
      assertThat(open).isNotNull();
    }
  }

  @Test
  void sinksMayBeClosedInAnyOrder() {
    Subscription outer = TokenWarnings.open(turn::add);
    Subscription inner = TokenWarnings.open(dispatch::add);
    outer.close();
    TokenCounters.count("x", "fragile");
    assertThat(dispatch).hasSize(1);
    inner.close();
    inner.close();
    assertThatThrownBy(() -> TokenCounters.count("x", "fragile")).isSameAs(failure);
    assertThat(turn).isEmpty();
  }

  @Test
  void otherThreadsSeeOnlyCarriedSinks() throws Exception {
    try (ExecutorService thread = Executors.newSingleThreadExecutor();
        Subscription open = TokenWarnings.open(turn::add)) {
      assertThatThrownBy(() -> thread.submit(() -> TokenCounters.count("x", "fragile")).get())
          .hasCause(failure);
      TokenWarnings.Captured captured = TokenWarnings.capture();
      thread.submit(captured.wrap(() -> TokenCounters.count("x", "fragile"))).get();
      assertThat(turn).hasSize(1);
      assertThatThrownBy(() -> thread.submit(() -> TokenCounters.count("x", "fragile")).get())
          .hasCause(failure);

      open.close();
      assertThatThrownBy(
              () -> thread.submit(captured.wrap(() -> TokenCounters.count("x", "fragile"))).get())
          .hasCause(failure);
    }
  }

  @Test
  void aSinkClosedByAnotherThreadIsToldNothingMore() throws Exception {
    Subscription open = TokenWarnings.open(turn::add);
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      thread.submit(open::close).get();
    }
    assertThatThrownBy(() -> TokenCounters.count("x", "fragile")).isSameAs(failure);
  }

  @Test
  void countsDespiteAFailingSink() {
    try (Subscription open =
            TokenWarnings.open(
                warning -> raise(new IllegalStateException("expected in this test")));
        LoggedWarnings logged = LoggedWarnings.of(TokenWarnings.class)) {
      assertThat(TokenCounters.count("1234567", "fragile")).isEqualTo(2);
      assertThat(logged.messages()).hasSize(1);
      assertThat(open).isNotNull();
    }
  }
}
