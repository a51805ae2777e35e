package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.StringUtils;

/**
 * Finds quotations of the parts of a prompt that neither the developer nor the model wrote. Ignores
 * blanks and the backslashes of nested strings.
 */
final class Quotations {

  private final List<String> others = new ArrayList<>();
  private final List<String> system = new ArrayList<>();
  private final List<String> developers = new ArrayList<>();

  private Quotations() {}

  static Quotations of(AssembledPrompt prompt, DispatchContext ctx) {
    Quotations quotations = new Quotations();
    prompt.entries().forEach(quotations::add);
    quotations.developers.add(words(ctx.systemPrompt()));
    ctx.standingInstructions().forEach(each -> quotations.developers.add(words(each)));
    return quotations;
  }

  /**
   * Returns true if the prompt contains the text. Ignores example calls that the developer wrote
   * into the system text.
   */
  boolean has(String quote) {
    String plain = plain(quote);
    return plain.isEmpty()
        || others.stream().anyMatch(text -> text.contains(plain))
        || count(system, plain) > count(developers, plain);
  }

  private void add(PromptEntry entry) {
    switch (entry) {
      case PromptEntry.SystemEntry(String content, boolean trailing) -> system.add(plain(content));
      case PromptEntry.UserEntry user -> others.add(plain(user.text()));
      case PromptEntry.AssistantEntry assistant -> {
        if (assistant.peer()) {
          others.add(plain(assistant.text()));
        }
      }
      case PromptEntry.ToolExchange exchange -> others.add(plain(exchange.text()));
      case PromptEntry.ThoughtEntry thought -> {}
    }
  }

  private static String words(Tokenizable text) {
    return plain(text.render(null));
  }

  private static long count(List<String> texts, String part) {
    return texts.stream().mapToLong(text -> StringUtils.countOccurrencesOf(text, part)).sum();
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' && !Character.isWhitespace(c)) {
        plain.append(c);
      }
    }
    return plain.toString();
  }
}
