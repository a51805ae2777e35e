package dev.adk4j.springai.chat;

import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.text.AnswerParts;
import dev.adk4j.springai.text.ReasoningSplitter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.content.Media;

/**
 * Combines a response, or the chunks of a stream, into one answer. All generations of a response
 * belong to the same answer. Not thread-safe.
 */
final class AnswerCollector {

  private final ProviderDialect dialect;
  private final AnswerListener listener;
  private final ReasoningSplitter splitter;
  private final StringBuilder raw = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final ReasoningCollector reasoning = new ReasoningCollector();
  private final List<String> reasoningSources;
  private final ToolCallAccumulator toolCalls;
  private final StatsCollector stats;
  private final List<Media> media = new ArrayList<>();
  private final Map<String, Object> kept = new LinkedHashMap<>();
  private final boolean live;
  private boolean refused;
  private boolean ended;
  private boolean spoke;

  /**
   * @param live true if the listener's parts are published immediately
   */
  AnswerCollector(
      ProviderDialect dialect, AnswerListener listener, LlmExecutorOptions options, boolean live) {
    this.dialect = dialect;
    this.live = live;
    this.listener = listener;
    this.stats = new StatsCollector(dialect);
    this.reasoningSources = options.reasoningSources();
    this.toolCalls = options.toolCallAccumulator().begin();
    this.splitter = options.reasoningParser().begin(new Parts(), live);
  }

  /** Adds a response. Ignores an empty one, which some models send. */
  void add(ChatResponse response) {
    for (Generation generation : response.getResults()) {
      add(generation);
      spoke = true;
    }
    ended |= dialect.isEnd(response);
    stats.response(response.getMetadata());
  }

  /**
   * Returns the reason why the answer is incomplete. A complete response needs no finish reason,
   * but must not have one that indicates a failure.
   *
   * @return null if the answer is complete
   */
  @Nullable String fault() {
    String reason = stats.finishReason();
    // Spring AI reports "stop" if Gemini sent no reason
    boolean failed = !ended && reason != null && !reason.equals("stop");
    if (ended || (!live && spoke && !failed)) {
      return null;
    }
    if (failed) {
      return "it ended with '" + reason + "'";
    }
    return live
        ? "the stream ended without a finish reason. For a server that never sends one,"
            + " disable streaming: adk.llm.stream=false"
        : "the response contains no answer";
  }

  /** Returns the complete answer. */
  ModelAnswer answer(@Nullable String requestedModel) {
    splitter.end();
    Map<String, String> thoughts = reasoning.collected(reasoningSources);
    List<AssistantMessage.ToolCall> calls = List.copyOf(toolCalls.calls());
    return new ModelAnswer(
        raw.toString(),
        text.toString(),
        thoughts,
        calls,
        List.copyOf(media),
        stats.finishReason(),
        stats.stats(requestedModel),
        replay(thoughts, calls),
        refused);
  }

  private void add(Generation generation) {
    ProviderDialect.GenerationPart part = dialect.read(generation);
    refused |= dialect.isRefusal(generation);
    if (part.source() != null
        && (reasoningSources.isEmpty() || reasoningSources.contains(part.source()))) {
      reason(part.source(), part.reasoning(), part.piece());
    }
    if (!part.text().isEmpty()) {
      raw.append(part.text());
      splitter.add(part.text());
    }
    AssistantMessage message = generation.getOutput();
    for (String source : reasoningSources) {
      if (!source.equals(part.source())
          && message.getMetadata().get(source) instanceof String value) {
        reason(source, value, false);
      }
    }
    message.getToolCalls().forEach(toolCalls::add);
    dialect.kept(message).forEach(this::keep);
    media.addAll(message.getMedia());
    stats.finishReason(generation.getMetadata().getFinishReason());
  }

  private void reason(String source, String value, boolean piece) {
    if (piece) {
      reasoning.append(source, value);
    }
    String delta = piece || value.isEmpty() ? value : reasoning.add(source, value);
    if (!delta.isEmpty()) {
      listener.reasoning(source, delta);
    }
  }

  /**
   * Stores metadata. Merges lists and maps of several messages, because the messages are one
   * generation.
   */
  private void keep(String key, @Nullable Object value) {
    if (value == null) {
      return;
    }
    Object known = kept.get(key);
    if (known instanceof List<?> list && value instanceof List<?> more) {
      List<Object> both = new ArrayList<>(list);
      both.addAll(more);
      kept.put(key, both);
    } else if (known instanceof Map<?, ?> map && value instanceof Map<?, ?> more) {
      Map<Object, Object> both = new LinkedHashMap<>(map);
      both.putAll(more);
      kept.put(key, both);
    } else {
      kept.put(key, value);
    }
  }

  /**
   * Returns the metadata to send back. Complete reasoning replaces the piece that arrived with the
   * calls.
   */
  private Map<String, Object> replay(
      Map<String, String> thoughts, List<AssistantMessage.ToolCall> calls) {
    if (calls.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> metadata = new LinkedHashMap<>(kept);
    metadata.putAll(thoughts);
    return dialect.replayed(
        AssistantMessage.builder().content("").properties(metadata).toolCalls(calls).build());
  }

  /** Receives the parts of the text. */
  private final class Parts implements AnswerParts {

    @Override
    public void text(String delta) {
      text.append(delta);
      listener.text(delta);
    }

    @Override
    public void reasoning(int trace, String delta) {
      String source = ReasoningCollector.IN_TEXT + trace;
      reasoning.append(source, delta);
      listener.reasoning(source, delta);
    }
  }
}
