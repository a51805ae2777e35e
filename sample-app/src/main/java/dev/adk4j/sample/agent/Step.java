package dev.adk4j.sample.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Next step of the agent: think and call a tool, or think and answer. */
sealed interface Step {

  /** Calls a tool; another step follows. */
  record Call(@Nullable String thought, String tool, ObjectNode args) implements Step {}

  /** Answers; the last step. */
  record Say(@Nullable String thought, String text) implements Step {}

  static ObjectNode args(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }

  static ObjectNode args(String name, List<String> values) {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    values.forEach(args.putArray(name)::add);
    return args;
  }
}
