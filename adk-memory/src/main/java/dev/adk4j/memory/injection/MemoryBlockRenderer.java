package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Renders memories as one block of text, for executors that show them in the user's message instead
 * of an envelope. Escapes the content, because it comes from users and is not trusted. Add the
 * block to the model's input only, never to the turn's messages.
 */
public final class MemoryBlockRenderer {

  private MemoryBlockRenderer() {}

  /** Returns the block; empty without memories. */
  public static String render(Collection<Memory> memories, AgentContext ctx) {
    if (memories.isEmpty()) {
      return "";
    }
    Map<String, String> sources = sources(ctx);
    return memories.stream()
        .map(memory -> entry(memory, sources, ctx))
        .collect(Collectors.joining("\n", "<memory>\n", "\n</memory>"));
  }

  /**
   * Returns the user's text followed by a blank line and the block.
   *
   * @param userText text of the newest user message in the model's input
   */
  public static String append(String userText, String block) {
    if (block.isBlank()) {
      return userText;
    }
    return userText.isEmpty() || block.startsWith("\n")
        ? userText + block
        : userText + "\n\n" + block;
  }

  private static String entry(Memory memory, Map<String, String> sources, AgentContext ctx) {
    String source = sources.get(memory.id());
    String attribute = source == null ? "" : " source=\"" + attribute(source) + "\"";
    return "<entry" + attribute + ">" + text(memory.content().render(ctx)) + "</entry>";
  }

  private static Map<String, String> sources(AgentContext ctx) {
    Map<String, String> sources = new HashMap<>();
    if (ctx.stash().get(InjectionSettings.PROVENANCE) instanceof List<?> injected) {
      for (Object one : injected) {
        if (one instanceof Map<?, ?> plain
            && plain.get("memoryId") instanceof String id
            && plain.get("storeName") instanceof String store) {
          sources.put(id, store);
        }
      }
    }
    return sources;
  }

  private static String text(String raw) {
    return raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String attribute(String raw) {
    return text(raw).replace("\"", "&quot;").replace("'", "&#39;");
  }
}
