package dev.adk4j.springai.chat;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.ToolChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** Requests a typed answer in one generation and reads the result. */
record AnswerPlan(AnswerType<?> type, AnswerMode mode) {

  private static final Set<String> CUT =
      Set.of("length", "max_tokens", "model_length", "model_context_window_exceeded");

  private static final Set<String> REFUSED =
      Set.of(
          "refusal",
          "content_filter",
          "content_filtered",
          "guardrail_intervened",
          "safety",
          "image_safety",
          "prohibited_content",
          "blocklist",
          "spii",
          "recitation");

  private static final Set<String> MALFORMED =
      Set.of("malformed_function_call", "malformed_tool_use", "malformed_model_output");

  /** Returns true if an answer with this finish reason may be cut within a tool call. */
  static boolean breaksOff(String finishReason) {
    return CUT.contains(finishReason)
        || REFUSED.contains(finishReason)
        || MALFORMED.contains(finishReason);
  }

  /** Result of reading an answer. */
  sealed interface Reading {

    /** The model called tools first. */
    record Unfinished() implements Reading {}

    /**
     * @param given value from the answer tool; null if the answer is the text
     */
    record Fits(@Nullable String given) implements Reading {}

    record Wrong(String answer, AdkException problem) implements Reading {}
  }

  /**
   * Returns the plan for a dispatch; null if any text is a valid answer.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} if the model does not support the
   *     mode in the options
   */
  static @Nullable AnswerPlan of(
      ExecutorParts parts, LlmExecutorOptions options, DispatchContext ctx) {
    AnswerType<?> type = AnswerType.in(ctx.stash());
    if (type == null) {
      return null;
    }
    boolean mayCall = !(options.toolChoice() instanceof ToolChoice.None);
    AnswerMode named = options.answerMode();
    AnswerMode best =
        named == null
            ? parts.dialect().answerMode(mayCall && hasTools(ctx), type.isRecursive())
            : named;
    AnswerMode mode = possible(best, parts.model(), mayCall);
    if (named != null && mode != named) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          "answerMode: %s is not supported by %s%s; omit it, or use %s."
              .formatted(
                  named,
                  parts.model().getOptions().getClass().getName(),
                  mayCall ? "" : " and the tool choice 'none'",
                  mode));
    }
    return new AnswerPlan(type, mode);
  }

  private static boolean hasTools(DispatchContext ctx) {
    return ctx.tools().visible().stream().anyMatch(tool -> !AnswerTool.is(tool));
  }

  private static AnswerMode possible(AnswerMode wanted, ChatModel model, boolean mayCall) {
    ChatOptions own = model.getOptions();
    ChatOptions.Builder<?> options = own.mutate();
    boolean calls =
        options instanceof ToolCallingChatOptions.Builder || RequestOptions.isPortable(own);
    if (wanted == AnswerMode.NATIVE && options instanceof StructuredOutputChatOptions.Builder) {
      return AnswerMode.NATIVE;
    }
    return wanted != AnswerMode.PROMPT && mayCall && calls ? AnswerMode.TOOL : AnswerMode.PROMPT;
  }

  /** Makes the answer tool visible if the plan uses it; otherwise hides it. */
  void prepare(DispatchContext ctx, ExecutorLog log) {
    log.log(
        LogLevel.DEBUG,
        "answer-mode",
        "The model is asked for a typed answer.",
        Map.of("mode", mode.name(), "type", type.toString()));
    AnswerTool.set(ctx.tools(), mode == AnswerMode.TOOL ? type : null);
  }

  void say(ChatOptions.Builder<?> options) {
    if (mode == AnswerMode.NATIVE
        && options instanceof StructuredOutputChatOptions.Builder<?> structured) {
      structured.outputSchema(type.schema().text());
    }
  }

  /** Adds the required form of the answer to the system text. */
  List<Message> instruct(List<Message> messages) {
    String instruction =
        switch (mode) {
          case NATIVE -> "";
          case TOOL -> AnswerTool.INSTRUCTION;
          case PROMPT -> type.instruction();
        };
    if (instruction.isEmpty()) {
      return messages;
    }
    List<Message> instructed = new ArrayList<>(messages);
    if (!messages.isEmpty() && messages.getFirst() instanceof SystemMessage system) {
      instructed.set(0, new SystemMessage(system.getText() + "\n\n" + instruction));
    } else {
      instructed.addFirst(new SystemMessage(instruction));
    }
    return instructed;
  }

  Reading read(ModelAnswer answer) {
    List<AssistantMessage.ToolCall> calls = answer.toolCalls();
    if (mode == AnswerMode.TOOL
        && !calls.isEmpty()
        && calls.stream().allMatch(call -> call.name().equals(AnswerTool.NAME))) {
      String given = ToolCallRequests.plain(calls.getLast().arguments());
      return check(answer, given, given);
    }
    return calls.isEmpty() ? check(answer, answer.text(), null) : new Reading.Unfinished();
  }

  private Reading check(ModelAnswer answer, String text, @Nullable String given) {
    try {
      type.read(text);
      return new Reading.Fits(given);
    } catch (AdkException problem) {
      return new Reading.Wrong(text, cause(answer, problem));
    }
  }

  /** Finds the cause of an invalid answer: it may be truncated or a refusal. */
  private AdkException cause(ModelAnswer answer, AdkException problem) {
    String reason = answer.finishReason() == null ? "" : answer.finishReason();
    if (CUT.contains(reason)) {
      return AdkException.of(AdkErrorCode.E_ANSWER_CUT)
          .message("The answer ended with '" + reason + "' before it was a whole " + type + ".")
          .args(reason)
          .cause(problem)
          .build();
    }
    if (answer.refused() || REFUSED.contains(reason)) {
      String refusal = answer.refused() ? "refusal" : reason;
      return AdkException.of(AdkErrorCode.E_ANSWER_REFUSED)
          .message(
              "The model refused to answer with a %s; the finish reason is '%s'."
                  .formatted(type, refusal))
          .args(refusal, answer.text())
          .build();
    }
    return problem;
  }

  /** Returns null if repeating the request would only produce the same answer. */
  @Nullable AnswerRepair repair(Reading.Wrong wrong) {
    if (!AdkException.is(wrong.problem(), AdkErrorCode.E_ANSWER_TYPE)) {
      return null;
    }
    String text = type.repair(wrong.problem());
    return new AnswerRepair(
        wrong.answer().isBlank() ? "(nothing)" : wrong.answer(),
        mode == AnswerMode.TOOL ? text + "\n" + AnswerTool.INSTRUCTION : text,
        wrong.problem());
  }

  /** Options with which a model only corrects an answer. */
  LlmExecutorOptions repairing(LlmExecutorOptions options) {
    return mode == AnswerMode.TOOL
        ? options
        : options.toBuilder().toolChoice(ToolChoice.none()).build();
  }
}
