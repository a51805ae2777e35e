package dev.adk4j.sample.agent;

import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.io.IOException;

/** Phrases the results of tools. */
final class ToolAnswers {

  private ToolAnswers() {}

  static String text(ToolCall call) throws IOException {
    return switch (call.results()) {
      case ToolResults.Text(var value) -> value.value();
      case ToolResults.Artifacts(var items, var single) -> items.getFirst().asString();
      case ToolResults.MediaItems media -> media.items().size() + " attachments";
    };
  }

  /** Returns the step for a failed call: the name of the tool, then its message. */
  static Step failure(ToolCall call) throws IOException {
    String result = text(call);
    String own =
        result
            .replaceFirst("^The tool '[^']*' failed\\.\\s*", "")
            .replaceFirst(
                "^The gate '[^']*' was rejected by [^:.]*",
                "A person rejected it, so nothing was done");
    return new Step.Say(null, "That did not work: " + (own.isEmpty() ? result : own));
  }
}
