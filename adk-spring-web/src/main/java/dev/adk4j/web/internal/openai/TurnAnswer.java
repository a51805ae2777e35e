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

/** Takes what a turn tells, in its order, and makes an answer of it. One end comes, the last. */
interface TurnAnswer {

  void begin() throws IOException;

  /** A piece of the text of that message. */
  void text(String message, String piece) throws IOException;

  /** A piece of the model's reasoning. */
  void thought(String id, String piece) throws IOException;

  /** The turn has ended, or waits. */
  void end(End end) throws IOException;

  void fail(Failure failure) throws IOException;

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

  /** Takes a stream's lines, and writes them to what the form was given last. */
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
     * @param event its name; null for none
     */
    void event(@Nullable String event, ObjectNode data) throws IOException {
      if (event != null) {
        out().text("event: " + event + "\n");
      }
      out().data(data);
    }

    /** Writes an event of that text. */
    void text(EventFrame frame, String text) throws IOException {
      frame.write(text, out());
    }

    void done() throws IOException {
      out().text("data: [DONE]\n\n");
    }
  }
}
