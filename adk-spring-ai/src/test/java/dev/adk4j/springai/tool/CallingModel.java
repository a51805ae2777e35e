package dev.adk4j.springai.tool;

import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.springai.chat.Agent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Makes one call after the other, each in an answer of its own, then says that it is done. */
final class CallingModel implements ChatModel {

  final List<Prompt> prompts = new CopyOnWriteArrayList<>();
  private final Deque<AssistantMessage.ToolCall> calls = new ArrayDeque<>();

  CallingModel call(String tool, String args) {
    calls.add(new AssistantMessage.ToolCall("c" + calls.size(), "function", tool, args));
    return this;
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model("m").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    prompts.add(prompt);
    AssistantMessage.ToolCall call = calls.poll();
    AssistantMessage answer =
        call == null
            ? new AssistantMessage("done")
            : AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
    return new ChatResponse(List.of(new Generation(answer)));
  }

  /** Returns the names of the tools of the last request. */
  List<String> offered() {
    return definitions().map(ToolDefinition::name).toList();
  }

  /** Returns the schema of a tool of the last request; empty if it was not offered. */
  String schema(String tool) {
    return definitions()
        .filter(definition -> definition.name().equals(tool))
        .map(ToolDefinition::inputSchema)
        .collect(Collectors.joining());
  }

  private Stream<ToolDefinition> definitions() {
    ToolCallingChatOptions options = (ToolCallingChatOptions) prompts.getLast().getOptions();
    return options.getToolCallbacks().stream().map(ToolCallback::getToolDefinition);
  }

  /** Returns the text of a call's result. */
  static String text(ToolCall call) throws Exception {
    return call.results() instanceof ToolResults.Artifacts(var items, var single)
        ? items.getFirst().asString()
        : Agent.result(call);
  }
}
