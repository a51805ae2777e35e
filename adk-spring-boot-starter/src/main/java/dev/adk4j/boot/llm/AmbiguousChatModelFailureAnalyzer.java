package dev.adk4j.boot.llm;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the chat models and how to choose one. */
final class AmbiguousChatModelFailureAnalyzer
    extends AbstractFailureAnalyzer<AmbiguousChatModelException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, AmbiguousChatModelException cause) {
    StringBuilder description = new StringBuilder();
    if (cause.wanted() == null) {
      description.append("The executor needs one chat model, but there are several:\n");
    } else {
      description
          .append("adk.llm.chat-model names '")
          .append(cause.wanted())
          .append("', but no ChatModel bean has that name. Available beans:\n");
    }
    cause.names().forEach(name -> description.append("\n\t- ").append(name));
    return new FailureAnalysis(
        description.toString(),
        "Name one of them with adk.llm.chat-model, mark it with @Primary, or declare a"
            + " DispatchExecutor bean of your own.",
        cause);
  }
}
