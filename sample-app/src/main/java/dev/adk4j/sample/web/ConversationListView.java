package dev.adk4j.sample.web;

import java.time.Instant;
import java.util.List;

/** The conversations, the one with the latest activity first. */
record ConversationListView(List<Item> conversations) {

  /** One of them. */
  record Item(String id, long messages, long toolCalls, Instant lastActivityAt) {}
}
