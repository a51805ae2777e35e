package dev.adk4j.web.internal.openai;

import dev.adk4j.client.WaitingGate;
import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds an answer from the events of a turn, which are passed in order. The last call is the end.
 */
interface TurnAnswer {

  void begin() throws IOException;

  /** A piece of the text of that message. */
  void text(String message, String piece) throws IOException;

  /** A piece of the model's reasoning. */
  void thought(String id, String piece) throws IOException;

  /** Called when the turn has ended, or waits. */
  void end(End end) throws IOException;

  void fail(Failure failure) throws IOException;

  /** Returns the whole answer, after its end. */
  ObjectNode whole();

  /**
   * End of a turn.
   *
   * @param decidable gates that the caller may decide on
   * @param others gates that other people must decide on
   * @param usage token counts named as in the events; missing if the model reported none
   */
  record End(
      List<WaitingGate> decidable,
      List<WaitingGate> others,
      JsonNode usage,
      @Nullable String reason) {

    /** Returns the protocol's finish reason. Tool calls are never one. */
    String finishReason() {
      String given = reason == null ? "stop" : reason.toLowerCase(Locale.ROOT);
      if (given.contains("length") || given.contains("max_tokens")) {
        return "length";
      }
      return given.contains("filter") ? "content_filter" : "stop";
    }
  }

  /** Error of a turn; the message is for clients. */
  record Failure(String code, int status, String message) {}

  /** Receives a stream's lines, and writes them to the newest target of the form. */
  final class Lines {

    private ProtocolForm.@Nullable Out out;

    void to(ProtocolForm.Out next) {
      out = next;
    }

    private ProtocolForm.Out out() {
      return Objects.requireNonNull(out);
    }

    /**
     * Writes an event.
     *
     * @param event name of the event; null for none
     */
    void event(@Nullable String event, ObjectNode data) throws IOException {
      if (event != null) {
        out().text("event: " + event + "\n");
      }
      out().data(data);
    }

    /** Writes an event with that text. */
    void text(EventFrame frame, String text) throws IOException {
      frame.write(text, out());
    }

    void done() throws IOException {
      out().text("data: [DONE]\n\n");
    }
  }
}
