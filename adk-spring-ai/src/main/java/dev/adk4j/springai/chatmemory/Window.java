package dev.adk4j.springai.chatmemory;

import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages of a conversation that are visible to chat memory: everything after the last mark, and
 * the earlier messages that the mark names. Without a mark, the whole conversation. To omit
 * messages, a mark is appended; stored records never change.
 *
 * @param upTo position of the newest entry when the window was read; 0 if there is none
 */
record Window(List<StoredMessage> messages, long upTo) {

  static final String MARK = "window";

  private static final int FIRST_READ = 64;

  static Window read(ConversationHistory history, Scope scope) {
    for (int limit = FIRST_READ; ; limit = limit < 1 << 26 ? limit * 8 : Integer.MAX_VALUE) {
      List<ConversationEntry> newest = history.read(scope, limit);
      ObjectNode mark = mark(newest);
      if (mark != null || newest.size() < limit) {
        return of(history, scope, newest, mark);
      }
    }
  }

  private static @Nullable ObjectNode mark(List<ConversationEntry> entries) {
    for (ConversationEntry entry : entries.reversed()) {
      if (entry instanceof ConversationEntry.Reflected(long seq, var thought)
          && MessageRecords.payload(thought) instanceof ObjectNode payload
          && payload.has(MARK)) {
        return payload;
      }
    }
    return null;
  }

  private static Window of(
      ConversationHistory history,
      Scope scope,
      List<ConversationEntry> newest,
      @Nullable ObjectNode mark) {
    if (newest.isEmpty()) {
      return new Window(List.of(), 0);
    }
    long upTo = newest.getLast().seq();
    if (mark == null) {
      return new Window(decode(0, newest), upTo);
    }
    List<StoredMessage> messages = new ArrayList<>();
    int range = 0;
    for (JsonNode each : mark.path(MARK)) {
      long from = each.path(0).longValue();
      long to = each.path(1).asLong(upTo);
      List<ConversationEntry> entries =
          from >= newest.getFirst().seq()
              ? newest.stream().filter(e -> e.seq() >= from && e.seq() <= to).toList()
              : history.read(scope, from, to);
      messages.addAll(decode(range++, entries));
    }
    return new Window(List.copyOf(messages), upTo);
  }

  /** Chat memory becomes part of a prompt, so partial answers of durable turns are omitted. */
  private static List<StoredMessage> decode(int range, List<ConversationEntry> entries) {
    return MessageRecords.decode(
        range,
        entries.stream()
            .filter(
                entry ->
                    !(entry instanceof ConversationEntry.Said(long seq, var message)
                        && message.isPartial()))
            .toList());
  }

  /** Returns the mark of a window with these messages and everything that follows. */
  ObjectNode markOf(List<StoredMessage> kept) {
    Set<Long> places = places(kept);
    ObjectNode mark = JsonNodeFactory.instance.objectNode();
    ArrayNode ranges = mark.putArray(MARK);
    StoredMessage last = null;
    for (StoredMessage message : messages) {
      boolean in = places.contains(message.from());
      if (last != null && (!in || last.range() != message.range())) {
        ((ArrayNode) ranges.path(ranges.size() - 1)).add(last.to());
        last = null;
      }
      if (in && last == null) {
        ranges.addArray().add(message.from());
      }
      last = in ? message : null;
    }
    if (last == null) {
      ranges.addArray().add(upTo + 1);
    }
    return mark;
  }

  private static Set<Long> places(List<StoredMessage> messages) {
    return messages.stream().map(StoredMessage::from).collect(Collectors.toSet());
  }

  /**
   * Returns the stored messages that the list begins with, in the same order, possibly with others
   * in between; the newest ones if there are several candidates.
   *
   * @param keys keys of the list
   */
  List<StoredMessage> beginningOf(List<String> keys) {
    int count = 0;
    for (StoredMessage message : messages) {
      if (count < keys.size() && message.key().equals(keys.get(count))) {
        count++;
      }
    }
    List<StoredMessage> found = new ArrayList<>();
    for (StoredMessage message : messages.reversed()) {
      if (count > 0 && message.key().equals(keys.get(count - 1))) {
        found.addFirst(message);
        count--;
      }
    }
    return found;
  }

  /**
   * Returns at most this many messages, like Spring AI's message window: all system messages, and
   * the newest of the others from the beginning of a turn.
   */
  List<StoredMessage> newest(int max) {
    List<StoredMessage> others =
        messages.stream()
            .filter(each -> each.message().getMessageType() != MessageType.SYSTEM)
            .toList();
    int drop = Math.max(0, messages.size() - max);
    while (drop > 0
        && drop < others.size()
        && others.get(drop).message().getMessageType() != MessageType.USER) {
      drop++;
    }
    Set<Long> dropped = places(others.subList(0, Math.min(drop, others.size())));
    return messages.stream().filter(each -> !dropped.contains(each.from())).toList();
  }

  static List<Message> plain(List<StoredMessage> messages) {
    return messages.stream().map(StoredMessage::message).toList();
  }
}
