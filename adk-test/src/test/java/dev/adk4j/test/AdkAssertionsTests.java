package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AdkAssertionsTests {

  private final Message message = Samples.userMessage("a", "text");
  private final ToolCall call =
      Samples.toolCall("a", "tool", Map.of(), ToolResults.artifact(Samples.artifact("x")));
  private final AdkException exception = new AdkException(AdkErrorCode.E_STORAGE_CONFLICT, "taken");

  @Test
  void passesForTrueStatements() {
    assertThatCode(
            () -> {
              AdkAssertions.assertThat(message)
                  .hasText("text")
                  .isFromUser()
                  .hasSameContentAs(Samples.userMessage("a", "text"));
              AdkAssertions.assertThat(call)
                  .calls("tool")
                  .succeeded()
                  .answered("x")
                  .answeredContaining("x", "")
                  .answeredMatching("x"::equals)
                  .hasSameContentAs(call);
              AdkAssertions.assertThat(exception)
                  .hasCode(AdkErrorCode.E_STORAGE_CONFLICT)
                  .hasStatus(409)
                  .isNotFatal()
                  .hasMessage("taken");
            })
        .doesNotThrowAnyException();
  }

  @Test
  void failsForFalseStatements() {
    fails(() -> AdkAssertions.assertThat(message).hasText("other"), "text of Message[a, user]");
    fails(() -> AdkAssertions.assertThat(message).isFromAssistant(), "role of");
    fails(
        () -> AdkAssertions.assertThat(message).hasSameContentAs(Samples.userMessage("a", "other")),
        "content: ");
    fails(() -> AdkAssertions.assertThat(call).calls("other"), "tool of");
    fails(() -> AdkAssertions.assertThat(call).failed(), "is an error");
    fails(() -> AdkAssertions.assertThat(call).answered("y"), "answer of");
    fails(() -> AdkAssertions.assertThat(call).answeredContaining("x", "y"), "answer of");
    fails(() -> AdkAssertions.assertThat(call).answeredMatching("y"::equals), "answer of");
    fails(
        () -> AdkAssertions.assertThat(exception).hasCode(AdkErrorCode.E_NOT_IMPLEMENTED),
        "E_STORAGE_CONFLICT");
    fails(() -> AdkAssertions.assertThat(exception).hasStatus(500), "409");
    fails(() -> AdkAssertions.assertThat(exception).isFatal(), "fatal");
    fails(() -> AdkAssertions.assertThrown(() -> {}), "thrown exception");
  }

  @Test
  void brokenBracketsAreFound() {
    EventRecorder noEnd = new EventRecorder();
    record(noEnd, TurnEvent.TURN_START, new TurnStart("t", Samples.TIME));
    fails(() -> AdkAssertions.assertThat(noEnd).isWellFormed(), "turnEnd");

    EventRecorder outside = new EventRecorder();
    record(outside, TurnEvent.TURN_START, new TurnStart("t", Samples.TIME));
    record(outside, TurnEvent.ITERATION_START, new IterationStart("t", "d", 0, Samples.TIME));
    record(outside, TurnEvent.TURN_END, new TurnEnd("t", Samples.TIME, Samples.TIME, 0));
    fails(() -> AdkAssertions.assertThat(outside).isWellFormed(), "inside the dispatch");
  }

  private static <T> void record(EventRecorder recorder, EventKey<T> key, T event) {
    assertThatCode(() -> recorder.listener(key).on(event)).doesNotThrowAnyException();
  }

  private static void fails(ThrowingCallable assertion, String because) {
    assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContaining(because);
  }
}
