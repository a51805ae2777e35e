package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.internal.Sha256;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Formats a record as text with one line for each field, including the content of its readers. Two
 * records are equal if their texts are equal; a difference shows the field. Does not use the
 * records' {@code equals}.
 */
final class Portrait {

  private static final int SHOWN = 120;

  private final StringBuilder lines = new StringBuilder();

  private Portrait() {}

  static void assertEqual(List<?> actual, List<?> expected) {
    assertThat(actual.stream().map(Object::toString).toList())
        .as("the records and their order")
        .isEqualTo(expected.stream().map(Object::toString).toList());
    for (int i = 0; i < expected.size(); i++) {
      assertThat(of(actual.get(i)))
          .as("record %d, %s", i, expected.get(i))
          .isEqualTo(of(expected.get(i)));
    }
  }

  static void assertEqual(Object actual, Object expected) {
    assertEqual(List.of(actual), List.of(expected));
  }

  static String of(Object primitive) {
    Portrait portrait = new Portrait();
    try {
      switch (primitive) {
        case Message message -> portrait.message(message);
        case Thought thought -> portrait.thought(thought);
        case ToolCall call -> portrait.toolCall(call);
        case Retrievable retrievable -> portrait.retrievable(retrievable);
        case Memory memory -> portrait.memory(memory);
        default ->
            throw new IllegalArgumentException("unsupported record: " + primitive.getClass());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the content of " + primitive + " could not be read", e);
    }
    return portrait.lines.toString();
  }

  private void message(Message message) throws IOException {
    line("id", quoted(message.id()));
    line("role", message.role());
    line("content", text(message.content()));
    line("attachments", message.attachments().size());
    for (Media media : message.attachments()) {
      media(media);
    }
    identity(message.identity());
    times(message.createdAt(), message.updatedAt());
  }

  private void thought(Thought thought) {
    line("id", quoted(thought.id()));
    line("content", text(thought.content()));
    identity(thought.identity());
    line("payload", thought.payload().map(Portrait::json));
    line("replayCompatibility", thought.replayCompatibility().map(Portrait::quoted));
    times(thought.createdAt(), thought.updatedAt());
  }

  private void toolCall(ToolCall call) throws IOException {
    line("id", quoted(call.id()));
    line("providerId", call.providerId().map(Portrait::quoted));
    line("tool", quoted(call.tool()));
    line("args", json(call.args()));
    line("requestedArgs", call.requestedArgs().map(Portrait::json));
    line("checksum", quoted(call.checksum()));
    line("isComplete", call.isComplete());
    line("isError", call.isError());
    line("inline", call.inline());
    line("fromArtifactTool", call.fromArtifactTool());
    switch (call.results()) {
      case ToolResults.Text(Tokenizable value) -> line("results", "text " + text(value));
      case ToolResults.Artifacts(List<SpooledArtifact> items, boolean single) -> {
        line("results", (single ? "one artifact" : "a list of artifacts: " + items.size()));
        for (SpooledArtifact artifact : items) {
          artifact(artifact);
        }
      }
      case ToolResults.MediaItems(List<Media> items, boolean single) -> {
        line("results", (single ? "one media" : "a list of media: " + items.size()));
        for (Media media : items) {
          media(media);
        }
      }
    }
    line("payload", call.payload().map(Portrait::json));
    line("replayCompatibility", call.replayCompatibility().map(Portrait::quoted));
    times(call.createdAt(), call.updatedAt());
    line("completedAt", call.completedAt());
  }

  private void retrievable(Retrievable retrievable) throws IOException {
    line("id", quoted(retrievable.id()));
    switch (retrievable.content()) {
      case RetrievableContent.TextContent(Tokenizable text) ->
          line("content", "text " + text(text));
      case RetrievableContent.ArtifactContent(SpooledArtifact artifact) -> artifact(artifact);
    }
    line("trustTier", retrievable.trustTier());
    line("source", retrievable.source().map(Portrait::quoted));
    line("kind", retrievable.kind().map(Portrait::quoted));
    line("score", retrievable.score());
    line("inline", retrievable.inline());
    line("artifactConstructor", retrievable.artifactConstructor());
    times(retrievable.createdAt(), retrievable.updatedAt());
  }

  private void memory(Memory memory) {
    line("id", quoted(memory.id()));
    line("content", text(memory.content()));
    line("confidence", memory.confidence());
    line("importance", memory.importance());
    times(memory.createdAt(), memory.updatedAt());
  }

  private void identity(Identity identity) {
    Object key = identity.identifier();
    line("identity", key.getClass().getSimpleName() + " " + quoted(key.toString()));
    line("identity's text", text(identity.representation()));
  }

  private void media(Media media) throws IOException {
    line("  media", quoted(media.id()));
    line("  kind", media.kind());
    line("  mimeType", quoted(media.mimeType()));
    line("  filename", quoted(media.filename()));
    line("  trustTier", media.trustTier());
    line("  modalityHazard", media.modalityHazard());
    line("  source", media.source().map(Portrait::quoted));
    for (Map.Entry<String, MediaStashEntry> entry : media.stash().entries().entrySet()) {
      MediaStashEntry value = entry.getValue();
      line(
          "  stash " + quoted(entry.getKey()),
          json(value.value()) + ", " + value.trustTier() + ", from " + value.derivedFromMedia());
    }
    byte[] bytes = media.readAllBytes();
    line("  bytes", bytes.length + ", " + Sha256.hex(bytes));
  }

  private void artifact(SpooledArtifact artifact) throws IOException {
    line("  artifact", artifact.getClass().getName());
    if (artifact instanceof SpooledJsonArtifact json) {
      line("  format", json.knownFormat());
    }
    line("  text", quoted(artifact.asString()));
    line("  bytes", artifact.reader().byteLength());
    line("  lines", artifact.reader().lineCount());
  }

  private void times(Instant createdAt, Instant updatedAt) {
    line("createdAt", createdAt);
    line("updatedAt", updatedAt);
  }

  private void line(String field, @Nullable Object value) {
    lines.append(field).append(": ").append(value).append('\n');
  }

  private static String text(Optional<Tokenizable> text) {
    return text.map(Portrait::text).orElse("absent");
  }

  private static String text(Tokenizable text) {
    return quoted(text.value());
  }

  private static String json(JsonValue value) {
    return quoted(value.text());
  }

  /**
   * Quotes a text, with codes for characters outside of ASCII. A long text is represented by
   * length, hash and beginning.
   */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
      char c = text.charAt(i);
      quoted.append(c >= ' ' && c < 127 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    quoted.append('"');
    return text.length() <= SHOWN
        ? quoted.toString()
        : quoted + "…, " + text.length() + " characters, " + Sha256.hex(raw(text));
  }

  /** Returns the UTF-16 code units, because no charset preserves unpaired surrogates. */
  private static byte[] raw(String text) {
    ByteBuffer raw = ByteBuffer.allocate(2 * text.length());
    raw.asCharBuffer().put(text);
    return raw.array();
  }
}
