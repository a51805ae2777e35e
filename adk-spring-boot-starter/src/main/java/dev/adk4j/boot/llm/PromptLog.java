package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.Development;
import dev.adk4j.boot.internal.properties.PropertyRules;
import dev.adk4j.springai.chat.PromptTap;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.core.env.Environment;

/** Logs each prompt as the model gets it. For development, because it is what people said. */
final class PromptLog implements PromptTap {

  static final String PROPERTY = "adk.llm.log-prompts";

  private static final Logger log = LoggerFactory.getLogger(PromptLog.class);

  /** Refuses an application that does not say that it is being developed. */
  static PromptLog of(Environment environment) {
    PropertyRules.require(
        Development.isDeclared(environment),
        PROPERTY,
        true,
        "writes what people say into the log, for development only: it needs"
            + " spring-boot-devtools, or an active profile named dev, local or test");
    return new PromptLog();
  }

  @Override
  public void onPrompt(
      String generationId, List<Message> messages, ChatOptions options, boolean streamed) {
    log.info("Prompt of generation {}:\n{}", generationId, text(messages, options));
  }

  static String text(List<Message> messages, ChatOptions options) {
    String said =
        messages.stream()
            .map(message -> "[" + message.getMessageType().getValue() + "]\n" + text(message))
            .collect(Collectors.joining("\n\n"));
    List<ToolCallback> tools =
        options instanceof ToolCallingChatOptions given ? given.getToolCallbacks() : null;
    return tools == null || tools.isEmpty()
        ? said
        : tools.stream()
            .map(ToolCallback::getToolDefinition)
            .map(tool -> tool.name() + ": " + tool.description() + "\n" + tool.inputSchema())
            .collect(Collectors.joining("\n", said + "\n\n[tools]\n", ""));
  }

  private static String text(Message message) {
    return switch (message) {
      case ToolResponseMessage results ->
          results.getResponses().stream()
              .map(ToolResponseMessage.ToolResponse::responseData)
              .collect(Collectors.joining("\n"));
      case AssistantMessage answer when answer.hasToolCalls() ->
          answer.getToolCalls().stream()
              .map(call -> "calls " + call.name() + " " + call.arguments())
              .collect(
                  Collectors.joining(
                      "\n", String.valueOf(answer.getText()).replaceAll("^null$", ""), ""));
      default -> String.valueOf(message.getText());
    };
  }
}
