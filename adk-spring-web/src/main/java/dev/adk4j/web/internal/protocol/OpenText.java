package dev.adk4j.web.internal.protocol;

import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;

/**
 * The text that is being written.
 *
 * @param name of its events
 * @param frame of its pieces in the form of the protocol
 */
public record OpenText(String name, String id, EventFrame frame) {

  private static final OpenText NONE = new OpenText("", "", new EventFrame("", ""));

  public static OpenText none() {
    return NONE;
  }

  /** Writes the piece if it is one of this text; returns false if it is not. */
  public boolean takes(String event, StreamEvent.Piece piece, ProtocolForm.Out out)
      throws IOException {
    boolean mine = event.equals(name) && piece.id().equals(id);
    if (mine && !piece.delta().isEmpty()) {
      frame.write(piece.delta(), out);
    }
    return mine;
  }
}
