package dev.adk4j.test;

import dev.adk4j.client.Answer;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.primitive.ToolCall;
import java.util.List;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Assertions on an {@link Answer}. */
public final class AnswerAssert extends AbstractAssert<AnswerAssert, Answer> {

  AnswerAssert(@Nullable Answer actual) {
    super(actual, AnswerAssert.class);
  }

  public AnswerAssert hasText(String expected) {
    isNotNull();
    Assertions.assertThat(actual.text()).as("text of %s", actual).isEqualTo(expected);
    return this;
  }

  public AnswerAssert hasTextContaining(CharSequence... expected) {
    isNotNull();
    Assertions.assertThat(actual.text()).as("text of %s", actual).contains(expected);
    return this;
  }

  public AnswerAssert hasTextMatching(Predicate<String> expected) {
    isNotNull();
    Assertions.assertThat(actual.text()).as("text of %s", actual).matches(expected);
    return this;
  }

  public AnswerAssert hasStatus(Answer.Status expected) {
    isNotNull();
    Assertions.assertThat(actual.status()).as("status of %s", actual).isEqualTo(expected);
    return this;
  }

  /** Requires that the tool was called, and returns assertions on its first call in the turn. */
  public ToolCallAssert calledTool(String tool) {
    Assertions.assertThat(tools()).as("tools called in %s", actual).contains(tool);
    return new ToolCallAssert(
        actual.toolCalls().stream()
            .filter(call -> call.tool().equals(tool))
            .findFirst()
            .orElse(null));
  }

  /** Requires that exactly these tools were called, in this order; no names require no calls. */
  public AnswerAssert calledTools(String... expected) {
    Assertions.assertThat(tools()).as("tools called in %s", actual).containsExactly(expected);
    return this;
  }

  /** Requires that the turn waits for decisions. */
  public AnswerAssert isWaiting() {
    return hasStatus(Answer.Status.WAITING);
  }

  /** Requires that a call of the tool waits, and returns assertions on the first one. */
  public WaitingGateAssert forTool(String tool) {
    isNotNull();
    Assertions.assertThat(actual.gates().stream().map(WaitingGate::tool))
        .as("waiting tools in %s", actual)
        .contains(tool);
    return new WaitingGateAssert(
        actual.gates().stream().filter(gate -> tool.equals(gate.tool())).findFirst().orElse(null));
  }

  private List<String> tools() {
    isNotNull();
    return actual.toolCalls().stream().map(ToolCall::tool).toList();
  }
}
