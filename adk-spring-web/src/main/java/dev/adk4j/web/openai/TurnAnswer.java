package dev.adk4j.web.openai;

import dev.adk4j.client.WaitingGate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes what a turn tells, in its order, and makes an answer of it. One end comes, the last. */
interface TurnAnswer {

  void begin();

  /** A piece of the text of that message. */
  void text(String message, String piece);

  /** A piece of the model's reasoning. */
  void thought(String id, String piece);

  /** The turn has ended, or waits. */
  void end(End end);

  void fail(Failure failure);

  /** Returns the answer as a whole, after its end. */
  ObjectNode whole();

  /**
   * End of a turn.
   *
   * @param decidable gates that the caller may decide on
   * @param others gates that somebody else has to decide on
   * @param usage tokens as the events name them; missing where no model counted
   */
  record End(
      List<WaitingGate> decidable,
      List<WaitingGate> others,
      JsonNode usage,
      @Nullable String reason) {

    /** Returns the reason in the words of the protocol. Calls of tools are never one. */
    String finishReason() {
      String given = reason == null ? "stop" : reason.toLowerCase(Locale.ROOT);
      if (given.contains("length") || given.contains("max_tokens")) {
        return "length";
      }
      return given.contains("filter") ? "content_filter" : "stop";
    }
  }

  /** The error of a turn; the message is for clients. */
  record Failure(String code, int status, String message) {}

  /** Receives the lines of a stream. */
  @FunctionalInterface
  interface Lines {

    /**
     * @param event the name of the event; null for none
     * @param data one line
     */
    void line(@Nullable String event, String data);
  }
}
