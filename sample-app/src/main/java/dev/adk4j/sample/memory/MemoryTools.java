package dev.adk4j.sample.memory;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolParam;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Tool that erases facts after an approval, because an erasure cannot be undone. The memory manager
 * provides the tools that store facts.
 */
@Component
class MemoryTools {

  private static final int MAX_WORDS = 500;

  private final MemoryShelf shelf;

  MemoryTools(MemoryShelf shelf) {
    this.shelf = shelf;
  }

  @AgentTool(
      name = "forget",
      description =
          "Deletes the memories that contain some words, or everything that is known about the"
              + " person, for good. A person is asked first.",
      approval = Approval.BY_USER,
      approvalWhen = "isKnown")
  String forget(
      @ToolParam(description = "Words that the memories contain, such as: my dog; or: everything")
          String about,
      DispatchContext ctx) {
    if (about.isBlank() || about.length() > MAX_WORDS) {
      throw new IllegalArgumentException("the words have 1 to " + MAX_WORDS + " characters");
    }
    List<MemoryEntry> found = matching(ctx, about);
    if (found.isEmpty()) {
      throw new IllegalArgumentException("nothing is remembered about '" + about + "'");
    }
    if (isEverything(about)) {
      return "Deleted everything I knew about you: " + inWords(shelf.eraseAll(ctx.scope())) + ".";
    }
    found.forEach(fact -> shelf.erase(ctx.scope(), String.valueOf(fact.id())));
    return "Deleted " + inWords(found.size()) + " about '" + about.strip() + "'.";
  }

  private static boolean isEverything(String about) {
    return about.strip().equalsIgnoreCase(MemoryShelf.EVERYTHING);
  }

  private static String inWords(int memories) {
    return memories + (memories == 1 ? " memory" : " memories");
  }

  /** Returns false if no fact matches; the call then fails without asking for an approval. */
  boolean isKnown(String about, DispatchContext ctx) {
    return !about.isBlank() && about.length() <= MAX_WORDS && !matching(ctx, about).isEmpty();
  }

  private List<MemoryEntry> matching(DispatchContext ctx, String about) {
    String words = about.strip().toLowerCase(Locale.ROOT);
    return shelf.all(ctx.scope()).stream()
        .filter(
            fact -> isEverything(about) || fact.content().toLowerCase(Locale.ROOT).contains(words))
        .toList();
  }
}
