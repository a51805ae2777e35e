package dev.adk4j.springai.text;

import java.util.List;

/**
 * Tokens of chat templates that servers leak into the text of an answer, without those that a
 * parser reads.
 */
final class TemplateTokens {

  static final List<String> LITERALS =
      List.of(
          "<|begin_of_text|>",
          "<|end_of_text|>",
          "<|endoftext|>",
          "<|eot_id|>",
          "<|eom_id|>",
          "<|im_start|>",
          "<|im_end|>",
          "<|end_of_turn|>",
          "<start_of_turn>",
          "<end_of_turn>",
          "<|python_tag|>",
          "<bos>",
          "<eos>",
          "<s>",
          "</s>");

  private TemplateTokens() {}

  /** Returns the index of the first character that is neither a blank nor part of a token. */
  static int skip(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int token = Character.isWhitespace(text.charAt(at)) ? 1 : tokenAt(text, at);
      if (token == 0) {
        break;
      }
      at += token;
    }
    return at;
  }

  private static int tokenAt(String text, int at) {
    for (String token : LITERALS) {
      if (text.startsWith(token, at)) {
        return token.length();
      }
    }
    return 0;
  }
}
