package dev.adk4j.boot.internal.callback;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the bean and its methods that cannot be tools, and shows a valid one. */
final class InvalidToolsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidToolsException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidToolsException cause) {
    String description =
        cause.problems().stream()
            .map(problem -> "\t- " + problem)
            .collect(Collectors.joining("\n", cause.where() + ":\n\n", ""));
    return new FailureAnalysis(
        description,
        """
        Give each tool a unique name and a description. Its parameters must be readable from JSON, and its return value is the result for the model:

        \t@AgentTool("Tells the weather of a city.")
        \tString weather(@ToolParam(description = "Name of the city") String city) {
        \t  return "Rain in " + city;
        \t}""",
        cause);
  }
}
