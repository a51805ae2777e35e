package dev.adk4j.springai.dialect;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;

/**
 * What one generation of one response carries, apart from tool calls and statistics.
 *
 * @param text what the model says; empty where the generation carries reasoning only
 * @param source where the reasoning was found; null where there is none
 * @param reasoning a piece of it, or all that there was so far
 * @param piece whether {@code reasoning} is certainly the next piece; otherwise it is one unless it
 *     begins with all that there was so far
 */
public record GenerationPart(
    String text, @Nullable String source, String reasoning, boolean piece) {

  /** With reasoning of either kind. */
  public GenerationPart(String text, @Nullable String source, String reasoning) {
    this(text, source, reasoning, false);
  }

  /** Text alone. */
  public static GenerationPart text(Generation generation) {
    return new GenerationPart(textOf(generation.getOutput()), null, "");
  }

  /** The generation's text is the next piece of reasoning. */
  public static GenerationPart reasoning(Generation generation, String source) {
    return new GenerationPart("", source, textOf(generation.getOutput()), true);
  }

  /** Text, and reasoning in a member of the message's metadata. */
  public static GenerationPart withMetadata(Generation generation, String key) {
    AssistantMessage message = generation.getOutput();
    return message.getMetadata().get(key) instanceof String reasoning && !reasoning.isEmpty()
        ? new GenerationPart(textOf(message), key, reasoning)
        : text(generation);
  }

  /** Nothing that anybody reads. */
  public static GenerationPart nothing() {
    return new GenerationPart("", null, "");
  }

  private static String textOf(AssistantMessage message) {
    return message.getText() == null ? "" : message.getText();
  }
}
