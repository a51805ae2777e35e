package dev.adk4j.springai.chat;

import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.AssembledPrompt;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.springai.text.TextToolCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Extracts tool calls from the text of an answer without regular calls. Ignores calls quoted from
 * the prompt, so repeating a tool's result or a document cannot trigger a call.
 */
record CallsInText(LlmExecutorOptions options, DispatchContext ctx, ExecutorLog log) {

  ModelAnswer read(ModelAnswer answer, AssembledPrompt prompt) {
    boolean mayCall = !(options.toolChoice() instanceof ToolChoice.None);
    if (!mayCall || answer.text().isEmpty() || !answer.toolCalls().isEmpty()) {
      return answer;
    }
    List<TextToolCall> found = options.localToolCallParser().parse(answer.text(), toolNames());
    if (found.isEmpty()) {
      return answer;
    }
    Quotations quotations = Quotations.of(prompt, ctx);
    List<TextToolCall> own = found.stream().filter(call -> !quotations.has(call.quote())).toList();
    report(own.size(), found.size() - own.size());
    return answer.withToolCalls(own.stream().map(CallsInText::call).toList());
  }

  private Set<String> toolNames() {
    return ctx.tools().all().stream().map(Tool::name).collect(Collectors.toUnmodifiableSet());
  }

  private void report(int own, int quoted) {
    log.log(
        LogLevel.DEBUG,
        "tool-calls-in-text",
        "Tool calls were found in the text of the answer.",
        Map.of("calls", own, "quoted", quoted));
    if (quoted > 0) {
      log.log(
          LogLevel.WARN,
          "quoted-tool-call",
          "The answer repeats a tool call from the prompt; it is not run.",
          Map.of("calls", quoted));
    }
  }

  private static AssistantMessage.ToolCall call(TextToolCall call) {
    return new AssistantMessage.ToolCall("", "function", call.name(), call.arguments());
  }
}
