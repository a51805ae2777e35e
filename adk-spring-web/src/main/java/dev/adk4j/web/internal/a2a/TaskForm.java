package dev.adk4j.web.internal.a2a;

import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.OpenText;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the updates of a task in the envelope of a binding. */
final class TaskForm implements ProtocolForm {

  private final A2aTask task;
  private final UnaryOperator<ObjectNode> envelope;
  private OpenText artifact = OpenText.none();

  TaskForm(A2aTask task, UnaryOperator<ObjectNode> envelope) {
    this.task = task;
    this.envelope = envelope;
  }

  @Override
  public void event(String name, JsonNode update, Out out) throws IOException {
    out.data(envelope.apply((ObjectNode) update));
  }

  /** Writes one piece like the others of its artifact, with its own text. */
  @Override
  public void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    if (!artifact.takes(name, piece, out)) {
      ObjectNode first = envelope.apply(task.artifactUpdate(piece.id(), ""));
      artifact = new OpenText(name, piece.id(), EventFrame.of(first, "text"));
      artifact.takes(name, piece, out);
    }
  }
}
