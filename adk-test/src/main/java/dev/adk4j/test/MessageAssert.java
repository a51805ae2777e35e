package dev.adk4j.test;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.token.Tokenizable;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a {@link Message}.
 *
 * @since 0.1.0
 */
public final class MessageAssert extends AbstractAssert<MessageAssert, Message> {

  MessageAssert(@Nullable Message actual) {
    super(actual, MessageAssert.class);
  }

  public MessageAssert hasText(String expected) {
    isNotNull();
    Assertions.assertThat(actual.content().map(Tokenizable::value))
        .as("text of %s", actual)
        .hasValue(expected);
    return this;
  }

  public MessageAssert hasRole(MessageRole expected) {
    isNotNull();
    Assertions.assertThat(actual.role()).as("role of %s", actual).isEqualTo(expected);
    return this;
  }

  public MessageAssert isFromUser() {
    return hasRole(MessageRole.USER);
  }

  public MessageAssert isFromAssistant() {
    return hasRole(MessageRole.ASSISTANT);
  }

  /** Requires that all fields are equal, including the bytes of attachments. */
  public MessageAssert hasSameContentAs(Message expected) {
    isNotNull();
    Portrait.assertEqual(actual, expected);
    return this;
  }
}
