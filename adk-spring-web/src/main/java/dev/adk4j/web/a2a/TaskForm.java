package dev.adk4j.web.a2a;

import dev.adk4j.value.Json;
import dev.adk4j.web.door.DoorForm;
import java.io.IOException;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the updates of a task as they are, or as JSON-RPC responses. */
final class TaskForm implements DoorForm {

  private final UnaryOperator<ObjectNode> wrapped;

  TaskForm(UnaryOperator<ObjectNode> wrapped) {
    this.wrapped = wrapped;
  }

  @Override
  public void begin(Out out) {}

  @Override
  public void event(String name, JsonNode data, Out out) throws IOException {
    out.text("data: " + Json.write(wrapped.apply((ObjectNode) data)) + "\n\n");
  }

  @Override
  public void gone(String code, String meaning, Out out) {}

  @Override
  public void end(Out out) {}
}
