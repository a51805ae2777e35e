package dev.adk4j.tokenizers;

import dev.adk4j.value.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Removes the control tokens from a vocabulary, so their spellings in a text count as plain text.
 */
final class PlainVocabulary {

  private PlainVocabulary() {}

  static InputStream open(Path vocabulary) throws IOException {
    try (InputStream file = Files.newInputStream(vocabulary)) {
      JsonNode tree = Json.mapper().readTree(file);
      if (!(tree instanceof ObjectNode tokenizer)) {
        throw new IOException("not a JSON object");
      }
      tokenizer.putArray("added_tokens");
      // It would add the removed control tokens.
      tokenizer.putNull("post_processor");
      return new ByteArrayInputStream(Json.mapper().writeValueAsBytes(tokenizer));
    }
  }
}
