package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.turning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.event.AgentEvent.WarningEvent;
import dev.adk4j.harness.Tape;
import dev.adk4j.token.TokenCounter;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WarningTests {

  private static final String BROKEN = "warning-tests-broken";

  static {
    TokenCounters.register(
        new TokenCounter() {
          @Override
          public String encoding() {
            return BROKEN;
          }

          @Override
          public boolean exact() {
            return true;
          }

          @Override
          public int count(String text) {
            throw new IllegalStateException("no tokenizer");
          }
        });
  }

  @Test
  void aFailingTokenizerIsAWarningOfTheInnermostRun() {
    TurnRunner runner =
        runner()
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx ->
                            assertThat(Tokenizable.estimateTokens("abcdefg", BROKEN))
                                .isEqualTo(2))))
            .executor(acking(ctx -> Tokenizable.estimateTokens("in the dispatch", BROKEN)))
            .turnOutputPipeline(
                List.of(turning(ctx -> Tokenizable.estimateTokens("after", BROKEN))))
            .build();
    Tape tape = Tape.of(runner);
    runner.run(raw());
    tape.rethrowAssertions();

    assertThat(tape.lines())
        .containsExactly(
            "turnStart",
            "warning(turn-runner)",
            "dispatchStart",
            "iterationStart(0)",
            "warning(dispatch-runner)",
            "dispatchEnd(ack, iterations 0)",
            "warning(turn-runner)",
            "turnEnd");
    WarningEvent ofTurn = tape.events(WarningEvent.class).get(0);
    WarningEvent ofDispatch = tape.events(WarningEvent.class).get(1);
    assertThat(ofTurn.dispatchId()).isNull();
    assertThat(ofTurn.iteration()).isNull();
    assertThat(ofTurn.kind()).isEqualTo("token-estimation-degraded");
    assertThat(ofTurn.payload()).isEqualTo(Map.of("encoding", BROKEN, "textPreview", "abcdefg"));
    assertThat(ofTurn.error()).hasMessage("no tokenizer");
    assertThat(ofDispatch.dispatchId()).isNotEmpty();
    assertThat(ofDispatch.iteration()).isZero();
    assertThatThrownBy(() -> Tokenizable.estimateTokens("outside", BROKEN))
        .hasMessage("no tokenizer");
  }
}
