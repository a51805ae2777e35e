package dev.adk4j.sample.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Entries of a conversation in order. */
record ConversationView(String id, List<Entry> entries) {

  /** Message, thought or tool call. Only the member of the type is set; the others are null. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      long seq,
      String type,
      @Nullable Said message,
      @Nullable Reflected thought,
      @Nullable Called toolCall) {}

  /**
   * A message.
   *
   * @param partial true for the part of an answer that was written before its turn stopped or
   *     failed
   */
  record Said(
      String id,
      String role,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean partial,
      @Nullable String content,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Attached> attachments,
      Instant createdAt) {}

  record Reflected(String id, String content, Instant createdAt) {}

  record Called(
      String id,
      String tool,
      JsonNode args,
      String checksum,
      boolean isError,
      List<Result> results,
      Instant completedAt) {}

  /**
   * A text, the text of an artifact, or the name of an attachment.
   *
   * @param truncated true if the artifact has more text
   */
  record Result(
      String kind, String text, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean truncated) {}
}
