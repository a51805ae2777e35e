package dev.adk4j.sample.web;

import java.time.Instant;
import java.util.List;

/** Conversations, latest activity first. */
record ConversationListView(List<Item> conversations) {

  /**
   * Conversation of the list.
   *
   * @param title beginning of the first message; the id if that has no text
   */
  record Item(String id, String title, long messages, long toolCalls, Instant lastActivityAt) {}
}
