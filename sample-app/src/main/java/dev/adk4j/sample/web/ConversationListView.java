package dev.adk4j.sample.web;

import java.time.Instant;
import java.util.List;

/** The conversations, the one with the latest activity first. */
record ConversationListView(List<Item> conversations) {

  /**
   * One of them.
   *
   * @param title the beginning of what was said first; the id where that was no text
   */
  record Item(String id, String title, long messages, long toolCalls, Instant lastActivityAt) {}
}
