package dev.adk4j.prompt;

import dev.adk4j.loop.Tool;
import java.util.List;
import java.util.Optional;

/**
 * Complete prompt, independent of any provider.
 *
 * @param entries at most one leading system entry, the timeline, at most one trailing system entry
 * @param tools offered to the model; each schema is an object schema
 * @param reasoning the vendor reasoning that is sent back next to the text, oldest first
 * @since 0.1.0
 */
public record AssembledPrompt(
    List<PromptEntry> entries,
    List<Tool.Description> tools,
    List<PromptEntry.ReplayItem> reasoning) {

  public AssembledPrompt {
    entries = List.copyOf(entries);
    tools = List.copyOf(tools);
    reasoning = List.copyOf(reasoning);
  }

  /** Returns the system text before the conversation. */
  public Optional<String> leadingSystem() {
    return system(false);
  }

  /** Returns the system text after the conversation. */
  public Optional<String> trailingSystem() {
    return system(true);
  }

  /** Returns the entries between the two system entries. */
  public List<PromptEntry> history() {
    return entries.stream().filter(entry -> !(entry instanceof PromptEntry.SystemEntry)).toList();
  }

  private Optional<String> system(boolean trailing) {
    return entries.stream()
        .filter(PromptEntry.SystemEntry.class::isInstance)
        .map(PromptEntry.SystemEntry.class::cast)
        .filter(entry -> entry.trailing() == trailing)
        .map(PromptEntry.SystemEntry::content)
        .findFirst();
  }
}
