package dev.adk4j.springai.dialect;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;

/**
 * Content of a generation, without tool calls and statistics.
 *
 * @param text answer text; empty if the generation contains only reasoning
 * @param source source of the reasoning; null if there is none
 * @param reasoning next piece of reasoning, or all of it so far
 * @param piece true if {@code reasoning} is the next piece; otherwise it is one unless it begins
 *     with all reasoning so far
 * @since 0.1.0
 */
public record GenerationPart(
    String text, @Nullable String source, String reasoning, boolean piece) {

  /** Creates a part whose reasoning may be the next piece or all of it. */
  public GenerationPart(String text, @Nullable String source, String reasoning) {
    this(text, source, reasoning, false);
  }

  /** Returns a part with text only. */
  public static GenerationPart text(Generation generation) {
    return new GenerationPart(textOf(generation.getOutput()), null, "");
  }

  /** Returns a part that takes the generation's text as the next piece of reasoning. */
  public static GenerationPart reasoning(Generation generation, String source) {
    return new GenerationPart("", source, textOf(generation.getOutput()), true);
  }

  /** Returns a part with the text, and with reasoning from a member of the message's metadata. */
  public static GenerationPart withMetadata(Generation generation, String key) {
    AssistantMessage message = generation.getOutput();
    return message.getMetadata().get(key) instanceof String reasoning && !reasoning.isEmpty()
        ? new GenerationPart(textOf(message), key, reasoning)
        : text(generation);
  }

  /** Returns an empty part. */
  public static GenerationPart nothing() {
    return new GenerationPart("", null, "");
  }

  private static String textOf(AssistantMessage message) {
    return message.getText() == null ? "" : message.getText();
  }
}
