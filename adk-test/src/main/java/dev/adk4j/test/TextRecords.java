package dev.adk4j.test;

import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;

/** Creates records with one text in all text fields. */
record TextRecords(RandomPrimitives random) {

  /** Returns a record with {@code text} in all text fields but the id. */
  <T> T of(RecordKind<T> kind, String id, String text) {
    return kind.cast(
        switch (kind.name()) {
          case "message" -> message(id, text);
          case "thought" -> thought(id, text);
          case "tool call" -> toolCall(id, text);
          case "retrievable" -> retrievable(id, text);
          default -> memory(id, text);
        });
  }

  private Message message(String id, String text) {
    return random.message(id).toBuilder()
        .content(text)
        .identity(Identity.of(text, text))
        .attachments(List.of(media(text)))
        .build();
  }

  private Thought thought(String id, String text) {
    return random.thought(id).toBuilder()
        .content(text)
        .identity(Identity.of(text, text))
        .payload(json(text))
        .replayCompatibility(text)
        .build();
  }

  private ToolCall toolCall(String id, String text) {
    return random.toolCall(id).toBuilder()
        .providerId(text)
        .tool(text)
        .args(json(text))
        .requestedArgs(json(text))
        .checksum(text)
        .results(ToolResults.text(text))
        .payload(json(text))
        .replayCompatibility(text)
        .build();
  }

  private Retrievable retrievable(String id, String text) {
    return random.retrievable(id).toBuilder().content(text).source(text).kind(text).build();
  }

  private Memory memory(String id, String text) {
    return random.memory(id).toBuilder().content(text).build();
  }

  private Media media(String text) {
    return random.media().toBuilder()
        .id(text)
        .mimeType(text)
        .filename(text)
        .source(text)
        .stash(Map.of(text, new MediaStashEntry(json(text), TrustTier.FIRST_PARTY, text)))
        .build();
  }

  private static JsonValue json(String text) {
    return JsonValue.of(Map.of(text, List.of(text, Map.of("k", text))));
  }
}
