package dev.adk4j.memory.internal.extraction;

import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Filtered messages with their numbers, and the first and last number before filtering. */
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

  /**
   * Returns the idempotency key of each message, which is equal for all attempts and after
   * restarts.
   */
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
