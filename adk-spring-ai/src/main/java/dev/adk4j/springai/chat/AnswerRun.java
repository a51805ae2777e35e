package dev.adk4j.springai.chat;

import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Processes an answer: statistics, then thoughts, then the message, then the tool calls in order.
 * For a single use.
 */
record AnswerRun(
    ExecutorParts parts,
    LlmExecutorOptions options,
    DispatchContext ctx,
    DispatchExecutorHelpers helpers,
    GenerationLog generations,
    String generationId,
    LiveReports reports) {

  void settle(CallResult.Answered answered) throws Exception {
    ModelAnswer answer = answered.answer();
    keep(answered);
    if (answer.toolCalls().isEmpty()) {
      end();
      return;
    }
    generations.replay(
        generationId,
        answer.replay(),
        parts.dialect().replayTellsThoughts() ? reports.thoughtsOfProvider(answer) : List.of());
    runTools(answer);
  }

  /** Ends the dispatch with the value from the answer tool, which becomes a separate message. */
  void settle(CallResult.Answered answered, String given) throws Exception {
    keep(answered);
    String id = generationId + ":answer";
    helpers.reportMessage(id, given, true);
    ctx.storeMessage(message(id).content(given).build());
    end();
  }

  /** Stores the received text of an interrupted answer. */
  void keepHeard() {
    reports.abandon();
    if (!reports.heard().isEmpty()) {
      ctx.storeMessage(message(reports.messageId).content(reports.heard()).build());
    }
  }

  /** Counts an answer that is discarded completely. */
  void discard(CallResult.Answered answered) {
    tell(answered);
    reports.abandon();
    tap(answered);
  }

  private void keep(CallResult.Answered answered) throws Exception {
    tell(answered);
    storeThoughts(answered.answer());
    storeMessage(answered.answer());
    tap(answered);
  }

  private void tell(CallResult.Answered answered) {
    note(answered);
    if (answered.answer().stats() != null) {
      helpers.reportGenerationStats(answered.answer().stats());
    }
  }

  private void tap(CallResult.Answered answered) {
    Taps.answer(parts.answerTap(), generationId, answered.answer(), answered.streamed());
  }

  private void end() {
    if (options.autoAck() && !ctx.isSignalled()) {
      ctx.ack();
    }
  }

  private void note(CallResult.Answered answered) {
    ModelAnswer answer = answered.answer();
    if (answered.streamed()) {
      helpers.log().log(
          LogLevel.DEBUG,
          "accumulator-finalised",
          "The stream is combined into an answer.",
          Map.of(
              "toolCallCount", answer.toolCalls().size(),
              "sawMessageDelta", !answer.rawText().isEmpty(),
              "thoughtFieldCount", answer.reasoning().size(),
              "doneSentinelSeen", answer.finishReason() != null));
    }
    if (answer.isEmpty()) {
      helpers.log().log(
          LogLevel.WARN,
          "empty-generation",
          "The model returned an empty answer.",
          answer.finishReason() == null ? Map.of() : Map.of("finishReason", answer.finishReason()));
    }
  }

  private void storeMessage(ModelAnswer answer) throws Exception {
    reports.sealMessage(answer.text());
    List<Media> media = GeneratedMedia.store(answer.media(), ctx, helpers.log(), generationId);
    if (answer.text().isEmpty() && media.isEmpty()) {
      return;
    }
    Message.Builder message = message(reports.messageId);
    if (!answer.text().isEmpty()) {
      message.content(answer.text());
    }
    if (!media.isEmpty()) {
      message.attachments(media);
    }
    ctx.storeMessage(message.build());
  }

  private Message.Builder message(String id) {
    Instant now = ctx.clock().instant();
    return Message.builder()
        .id(id)
        .role(MessageRole.ASSISTANT)
        .identity(self())
        .createdAt(now)
        .updatedAt(now);
  }

  private void storeThoughts(ModelAnswer answer) {
    reports.sealThoughts(answer.reasoning());
    answer
        .reasoning()
        .forEach(
            (source, text) -> {
              Instant now = ctx.clock().instant();
              ctx.storeThought(
                  Thought.builder()
                      .id(reports.thoughtId(source))
                      .content(text)
                      .identity(self())
                      .createdAt(now)
                      .updatedAt(now)
                      .build());
            });
  }

  private Identity self() {
    return Identity.of(options.prompt().selfIdentity());
  }

  private void runTools(ModelAnswer answer) {
    String end = answer.finishReason();
    List<ToolCallRequest> requests =
        answer.toolCalls().stream()
            .map(
                call ->
                    end != null && AnswerPlan.breaksOff(end)
                        ? ToolCallRequests.cut(call, end)
                        : ToolCallRequests.of(call.id(), call.name(), call.arguments()))
            .toList();
    ToolCallRunner.run(ctx, helpers, requests, options.toolResults(), options.parallelTools())
        .forEach(record -> generations.call(record.id(), generationId));
  }
}
