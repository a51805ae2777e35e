package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.protocol.EventFrame;
import dev.adk4j.web.internal.protocol.OpenText;
import dev.adk4j.web.internal.protocol.ProtocolForm;
import dev.adk4j.web.stream.StreamEvent;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a task, then its updates, in the form of a binding. */
final class TaskForm implements ProtocolForm {

  private final TaskView task;
  private final Binding binding;
  private OpenText artifact = OpenText.none();

  TaskForm(TaskView task, Binding binding) {
    this.task = task;
    this.binding = binding;
  }

  @Override
  public void begin(Out out) throws IOException {
    out.data(binding.result(task.begin()));
  }

  @Override
  public void event(String name, JsonNode data, Out out) throws IOException {
    for (ObjectNode update : task.event(name, data)) {
      out.data(binding.result(update));
    }
  }

  /** Writes one piece like the others of its artifact, with its own text. */
  @Override
  public void piece(String name, StreamEvent.Piece piece, Out out) throws IOException {
    if (!task.isWriting(name, piece.id())) {
      event(name, piece.json(), out);
    } else if (!artifact.takes(name, piece, out)) {
      ObjectNode first = binding.result(task.artifact(piece.id(), "", true, false));
      artifact = new OpenText(name, piece.id(), EventFrame.of(first, "text"));
      artifact.takes(name, piece, out);
    }
  }

  @Override
  public boolean wantsMore() {
    return task.wantsMore();
  }

  @Override
  public void gone(String code, String meaning, Out out) throws IOException {
    AdkException error =
        code.equals(WebErrorCode.E_STREAM_TURN_UNKNOWN.name())
            ? A2aError.noTask()
            : new AdkException(WebErrorCode.E_STREAM_EVENTS_GONE, meaning);
    out.text(binding.errorName());
    out.data(binding.error(error));
  }
}
