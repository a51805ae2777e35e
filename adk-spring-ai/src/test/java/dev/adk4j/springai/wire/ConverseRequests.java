package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.ai.bedrock.converse.BedrockMessages;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.SystemContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.Tool;
import software.amazon.awssdk.services.bedrockruntime.model.ToolConfiguration;
import tools.jackson.databind.JsonNode;

/** Says a prompt in Amazon's own types, one message for one, as Spring AI does. */
record ConverseRequests(Prompt prompt) {

  List<SystemContentBlock> system() {
    return prompt.getInstructions().stream()
        .filter(message -> message.getMessageType() == MessageType.SYSTEM)
        .map(message -> SystemContentBlock.fromText(message.getText()))
        .toList();
  }

  List<Message> messages() {
    return prompt.getInstructions().stream()
        .filter(message -> message.getMessageType() != MessageType.SYSTEM)
        .map(ConverseRequests::message)
        .toList();
  }

  /** Null where there is none. */
  ToolConfiguration tools() {
    List<Tool> tools =
        ((ToolCallingChatOptions) prompt.getOptions())
            .getToolCallbacks().stream()
                .map(callback -> callback.getToolDefinition())
                .map(
                    tool ->
                        Tool.fromToolSpec(
                            spec ->
                                spec.name(tool.name())
                                    .description(tool.description())
                                    .inputSchema(
                                        schema -> schema.json(document(tool.inputSchema())))))
                .toList();
    return tools.isEmpty() ? null : ToolConfiguration.builder().tools(tools).build();
  }

  private static Message message(org.springframework.ai.chat.messages.Message message) {
    List<ContentBlock> content = new ArrayList<>();
    if (message instanceof ToolResponseMessage results) {
      results
          .getResponses()
          .forEach(
              result ->
                  content.add(
                      ContentBlock.fromToolResult(
                          block ->
                              block
                                  .toolUseId(result.id())
                                  .content(text -> text.text(result.responseData())))));
      return Message.builder().role(ConversationRole.USER).content(content).build();
    }
    if (!(message instanceof AssistantMessage said)) {
      content.add(ContentBlock.fromText(message.getText()));
      return Message.builder().role(ConversationRole.USER).content(content).build();
    }
    BedrockMessages.signatures(said)
        .forEach(
            signature ->
                content.add(
                    ContentBlock.fromReasoningContent(
                        block ->
                            block.reasoningText(
                                text ->
                                    text.text(BedrockMessages.reasoning(said))
                                        .signature(signature)))));
    if (!said.getText().isEmpty()) {
      content.add(ContentBlock.fromText(said.getText()));
    }
    said.getToolCalls()
        .forEach(
            call ->
                content.add(
                    ContentBlock.fromToolUse(
                        block ->
                            block
                                .toolUseId(call.id())
                                .name(call.name())
                                .input(document(call.arguments())))));
    return Message.builder().role(ConversationRole.ASSISTANT).content(content).build();
  }

  private static Document document(String json) {
    return document(Json.read(json));
  }

  private static Document document(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT ->
          Document.fromMap(
              node.propertyStream()
                  .collect(Collectors.toMap(Map.Entry::getKey, e -> document(e.getValue()))));
      case ARRAY -> Document.fromList(node.valueStream().map(ConverseRequests::document).toList());
      case NUMBER -> Document.fromNumber(node.asString());
      case BOOLEAN -> Document.fromBoolean(node.booleanValue());
      case NULL -> Document.fromNull();
      default -> Document.fromString(node.asString());
    };
  }
}
