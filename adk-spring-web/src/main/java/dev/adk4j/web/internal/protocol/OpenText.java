package dev.adk4j.web.internal.protocol;

import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;

/**
 * The text that is currently being written.
 *
 * @param name name of its events
 * @param frame frame of its pieces in the form of the protocol
 */
public record OpenText(String name, String id, EventFrame frame) {

  private static final OpenText NONE = new OpenText("", "", new EventFrame("", ""));

  public static OpenText none() {
    return NONE;
  }

  /** Writes the piece if it belongs to this text; otherwise returns false. */
  public boolean takes(String event, StreamEvent.Piece piece, ProtocolForm.Out out)
      throws IOException {
    boolean mine = event.equals(name) && piece.id().equals(id);
    if (mine && !piece.delta().isEmpty()) {
      frame.write(piece.delta(), out);
    }
    return mine;
  }
}
