package dev.adk4j.test;

import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Entry point to assertions on the engine's types. Import it statically, together with AssertJ's.
 *
 * @since 0.1.0
 */
public final class AdkAssertions {

  private AdkAssertions() {}

  public static EventRecorderAssert assertThat(@Nullable EventRecorder actual) {
    return new EventRecorderAssert(actual);
  }

  public static AnswerAssert assertThat(@Nullable Answer actual) {
    return new AnswerAssert(actual);
  }

  public static MessageAssert assertThat(@Nullable Message actual) {
    return new MessageAssert(actual);
  }

  public static ToolCallAssert assertThat(@Nullable ToolCall actual) {
    return new ToolCallAssert(actual);
  }

  public static AdkExceptionAssert assertThat(@Nullable AdkException actual) {
    return new AdkExceptionAssert(actual);
  }

  /** Requires that the call throws an {@link AdkException}, and returns assertions on it. */
  public static AdkExceptionAssert assertThrown(ThrowingCallable call) {
    Throwable thrown = Assertions.catchThrowable(call);
    Assertions.assertThat(thrown).as("thrown exception").isInstanceOf(AdkException.class);
    return new AdkExceptionAssert((AdkException) thrown);
  }
}
