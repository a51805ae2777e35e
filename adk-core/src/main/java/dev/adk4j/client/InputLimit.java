package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.primitive.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Limits the total text of the messages of a turn's input. Attachments are not counted.
 *
 * @param bytes the maximum in bytes of UTF-8, at least 1
 */
public record InputLimit(int bytes) {

  /** No limit. */
  public static final InputLimit NONE = new InputLimit(Integer.MAX_VALUE);

  public InputLimit {
    Violations.require(bytes >= 1, "$.maxInput", "range", "must be at least 1");
  }

  /**
   * Checks the text of the messages.
   *
   * @throws AdkException {@code E_INPUT_TOO_LARGE}
   */
  public void check(List<Message> input) {
    long size = input.stream().filter(Objects::nonNull).mapToLong(InputLimit::size).sum();
    if (size > bytes) {
      throw AdkException.of(AdkErrorCode.E_INPUT_TOO_LARGE)
          .message(
              "The message's content has %d bytes of text; at most %d are taken."
                  .formatted(size, bytes))
          .args("content", size, bytes)
          .build();
    }
  }

  private static long size(Message message) {
    return message
        .content()
        .map(content -> (long) content.value().getBytes(StandardCharsets.UTF_8).length)
        .orElse(0L);
  }
}
