package dev.adk4j.springai.text;

/**
 * Tool call found in a text. It receives an id and is validated like any other call.
 *
 * @param name name of the tool; blank if it could not be read, and not necessarily that of an
 *     existing tool
 * @param arguments arguments as the model wrote them, possibly invalid JSON; blank for none
 * @param quote text of the call. The call is not run if the prompt already contains this text in a
 *     part that neither the developer nor the model wrote
 * @since 0.1.0
 */
public record TextToolCall(String name, String arguments, String quote) {

  public TextToolCall {
    if (quote.isBlank()) {
      throw new IllegalArgumentException(
          "quote: must be the part of the text that contains the call");
    }
  }
}
