package dev.adk4j.boot.service;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the problems of interfaces, by method and parameter. */
final class InvalidAgentServicesFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidAgentServicesException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidAgentServicesException cause) {
    return new FailureAnalysis(
        cause.problems().stream()
            .map(problem -> "\t- " + problem)
            .collect(
                Collectors.joining(
                    "\n", "Agents cannot be created from @AgentService interfaces:\n\n", "")),
        """
        Give each method one message, or a @Prompt with its parameters, and let it return text, a value, Answer or AgentStream:

        \t@AgentService
        \tinterface Support {
        \t  @Prompt("Classify: {text}")
        \t  Category classify(String text);

        \t  AgentStream chat(@ConversationId String id, String text);
        \t}""",
        cause);
  }
}
