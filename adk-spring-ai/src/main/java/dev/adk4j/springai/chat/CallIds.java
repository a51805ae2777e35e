package dev.adk4j.springai.chat;

import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The ids that the tool calls of one prompt go to the provider under: the ones it gave itself, the
 * record's own where it gave none. Where several calls have the same, the first keeps it, so that a
 * prompt that grows keeps its beginning.
 */
final class CallIds {

  /** Short, letters and digits only: there are providers that accept nothing else. */
  private static final int LENGTH = 9;

  private final Map<String, String> byRecord;

  private CallIds(Map<String, String> byRecord) {
    this.byRecord = byRecord;
  }

  static CallIds of(List<PromptEntry> history) {
    Set<String> given = new HashSet<>();
    for (PromptEntry entry : history) {
      if (entry instanceof PromptEntry.ToolExchange exchange) {
        given.add(asked(exchange));
      }
    }
    Map<String, String> byRecord = new HashMap<>();
    Set<String> used = new HashSet<>();
    for (PromptEntry entry : history) {
      if (entry instanceof PromptEntry.ToolExchange exchange) {
        String id = asked(exchange);
        for (int i = 0; !used.add(id); i++) {
          id = substitute(exchange.id(), i, given);
        }
        byRecord.put(exchange.id(), id);
      }
    }
    return new CallIds(byRecord);
  }

  String of(PromptEntry.ToolExchange exchange) {
    return Objects.requireNonNull(byRecord.get(exchange.id()));
  }

  private static String asked(PromptEntry.ToolExchange exchange) {
    return exchange.call().providerId().orElse(exchange.id());
  }

  /** The same in every prompt, unless a provider's own happens to be the same. */
  private static String substitute(String record, int attempt, Set<String> given) {
    String id = Checksum.of(record, JsonValue.of(attempt)).substring(0, LENGTH);
    return given.contains(id) ? substitute(record, attempt + 1_000, given) : id;
  }
}
