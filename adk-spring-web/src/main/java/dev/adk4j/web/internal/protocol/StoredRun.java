package dev.adk4j.web.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.client.Conversation;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * One run of a caller's durable turn, up to its end or to where the turn waits. Any node can read
 * it, also after its end, and all readers receive the same events.
 */
public record StoredRun(
    Name name,
    ProtocolCaller caller,
    Conversation conversation,
    StoredTurn turn,
    TurnEvents events) {

  /**
   * Name of a run among those of a caller.
   *
   * @param gate decided gate after which the run began; empty for the first run
   * @param conversation id that the client or the server chose
   */
  public record Name(String turnId, String gate, String agent, String conversation) {

    /** Returns the name as one text of letters, digits, {@code -} and {@code _}. */
    public String key() {
      String all = String.join("\n", turnId, gate, agent, conversation);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(all.getBytes(UTF_8));
    }

    /** Returns the name of that text; null if it is none. */
    public static @Nullable Name of(String key) {
      try {
        String[] parts = new String(Base64.getUrlDecoder().decode(key), UTF_8).split("\n", 4);
        return new Name(parts[0], parts[1], parts[2], parts[3]);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        return null;
      }
    }
  }

  /** Returns a response that follows the run. */
  public ProtocolStream stream(ProtocolForm form) {
    return new ProtocolStream(form, events.recorded(turn, name.gate(), true));
  }

  /** Passes the events so far to the form. */
  public void read(ProtocolForm form) throws InterruptedException {
    FormSink.read(form, events.recorded(turn, name.gate(), false), FormSink.FOREVER);
  }

  /** Waits for the end of the run. */
  void await(Duration atMost) throws InterruptedException {
    ProtocolForm nothing = (name, data, out) -> {};
    FormSink.read(nothing, events.recorded(turn, name.gate(), true), atMost);
  }
}
