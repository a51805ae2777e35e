package dev.adk4j.prompt;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.node.ArrayNode;

/**
 * Counts the tokens of a rendered prompt, wrappers included: text by its encoding, media with three
 * bytes to a token.
 */
record BudgetMeter(String encodingId) {

  private static final int BYTES_PER_TOKEN = 3;

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
    ArrayNode declared = Json.mapper().createArrayNode();
    for (Tool.Description tool : tools) {
      declared
          .addObject()
          .put("name", tool.name())
          .put("description", tool.description())
          .set("parameters", tool.inputSchema().node());
    }
    return text(Json.write(declared));
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
