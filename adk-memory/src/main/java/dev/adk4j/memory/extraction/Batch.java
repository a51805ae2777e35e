package dev.adk4j.memory.extraction;

import dev.adk4j.memory.store.Digests;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is handed to a store: filtered messages and their numbers, and the first and last number
 * before the filter.
 */
record Batch(
    MemoryConversation conversation,
    List<MemoryMessage> messages,
    List<Long> numbers,
    long firstSeq,
    long lastSeq) {

  Batch {
    messages = List.copyOf(messages);
    numbers = List.copyOf(numbers);
  }

  /** For each message; stable over tries and restarts, unlike the bounds of a batch. */
  List<String> messageKeys() {
    String prefix =
        segment(conversation.owner().tenant())
            + '/'
            + segment(conversation.owner().subject())
            + '/'
            + segment(conversation.id())
            + '/';
    return numbers.stream().map(number -> prefix + number).toList();
  }

  String factKey(String content) {
    return Digests.sha256(
        conversation.owner().tenant(),
        conversation.owner().subject(),
        conversation.id(),
        Long.toString(firstSeq),
        Long.toString(lastSeq),
        content.strip());
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
