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
 * Ids of the tool calls of a prompt, as sent to the provider: the provider's ids, or ids derived
 * from the record's if there were none. If several calls have the same id, the first keeps it, so
 * the beginning of a growing prompt stays the same.
 */
record CallIds(Map<String, String> byRecord) {

  /** Length of a derived id. Some providers accept only short ids of letters and digits. */
  private static final int LENGTH = 9;

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

  /**
   * Returns a derived id, which is the same in every prompt, unless it equals one of the provider's
   * ids.
   */
  private static String substitute(String record, int attempt, Set<String> given) {
    String id = Checksum.of(record, JsonValue.of(attempt)).substring(0, LENGTH);
    return given.contains(id) ? substitute(record, attempt + 1_000, given) : id;
  }
}
