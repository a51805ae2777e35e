package dev.adk4j.springai.text;

/**
 * A tool call that was found in a text. It gets an id and is checked like any other.
 *
 * @param name blank where none could be read; no tool has to have it
 * @param arguments as the model wrote them, which may be no JSON; blank for none
 * @param quote the part of the text that says it; where that stands in the prompt already, written
 *     by anybody but the developer or the model, the call is not run
 */
public record TextToolCall(String name, String arguments, String quote) {

  public TextToolCall {
    if (quote.isBlank()) {
      throw new IllegalArgumentException("quote: must say which part of the text is the call");
    }
  }
}
