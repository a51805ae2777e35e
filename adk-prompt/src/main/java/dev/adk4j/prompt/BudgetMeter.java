package dev.adk4j.prompt;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Counts the tokens of a rendered prompt, wrappers included: text by its encoding, media with three
 * bytes to a token.
 */
final class BudgetMeter {

  private static final int BYTES_PER_TOKEN = 3;

  private final String encodingId;

  BudgetMeter(String encodingId) {
    this.encodingId = encodingId;
  }

  long text(String text) {
    return text.isEmpty() ? 0 : TokenCounters.count(text, encodingId);
  }

  long entries(List<PromptEntry> entries) throws IOException {
    long total = 0;
    for (PromptEntry entry : entries) {
      total += entry(entry);
    }
    return total;
  }

  long entry(PromptEntry entry) throws IOException {
    long total = entry instanceof PromptEntry.ToolExchange exchange ? request(exchange) : 0;
    for (PromptEntry.Part part : entry.parts()) {
      total +=
          switch (part) {
            case PromptEntry.TextPart(String text) -> text(text);
            case PromptEntry.MediaPart(Media media, String mimeType, String filename) ->
                media(media);
          };
    }
    return total;
  }

  long tools(List<Tool.Description> tools) {
    if (tools.isEmpty()) {
      return 0;
    }
    List<Map<String, Object>> declared =
        tools.stream()
            .map(
                tool -> {
                  Map<String, Object> one = new LinkedHashMap<>();
                  one.put("name", tool.name());
                  one.put("description", tool.description());
                  one.put("parameters", tool.inputSchema().node());
                  return one;
                })
            .toList();
    return text(JsonValue.of((Object) declared).text());
  }

  private long request(PromptEntry.ToolExchange exchange) {
    return text(exchange.id()) + text(exchange.tool()) + text(exchange.arguments());
  }

  private static long media(Media media) throws IOException {
    OptionalLong known = media.byteLength();
    long bytes = known.isPresent() ? known.getAsLong() : counted(media);
    return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
  }

  private static long counted(Media media) throws IOException {
    try (InputStream stream = media.openStream()) {
      return stream.transferTo(OutputStream.nullOutputStream());
    }
  }
}
