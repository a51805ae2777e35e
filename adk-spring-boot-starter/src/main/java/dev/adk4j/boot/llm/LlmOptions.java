package dev.adk4j.boot.llm;

import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.springai.chat.ModelOptions;
import dev.adk4j.springai.chat.RetryOptions;
import dev.adk4j.springai.dialect.AnswerMode;
import dev.adk4j.springai.dialect.CacheMarks;
import dev.adk4j.springai.dialect.ToolChoice;
import dev.adk4j.tool.ToolResultOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts properties to options. */
final class LlmOptions {

  private LlmOptions() {}

  static LlmExecutorOptions of(LlmProperties p) {
    return LlmExecutorOptions.builder().stream(p.stream())
        .autoAck(p.autoAck())
        .prompt(prompt(p))
        .model(model(p.options()))
        .retry(retry(p.retry()))
        .firstResponseTimeout(p.firstResponseTimeout())
        .streamIdleTimeout(p.streamIdleTimeout())
        .tokenEncoding(p.tokenEncoding())
        .contextWindow(p.contextWindow())
        .toolChoice(p.toolChoice() == null ? null : ToolChoice.parse(p.toolChoice()))
        .reasoningSources(p.reasoningSources())
        .strictToolChoice(p.strictToolChoice())
        .answerMode(answerMode(p.answerMode()))
        .groupParallelToolCalls(p.groupParallelToolCalls())
        .parallelTools(p.parallelTools())
        .cacheMarks(CacheMarks.valueOf(p.cacheMarks().toUpperCase(Locale.ROOT)))
        .toolResults(new ToolResultOptions(p.toolErrorDetail(), p.inlineResultsUpTo().toBytes()))
        .build();
  }

  static NonceSource nonces(LlmProperties.Envelope envelope) {
    String key = envelope.nonceKey();
    NonceSource keyed =
        key == null
            ? NonceSource.keyedRandom()
            : NonceSource.keyed(key.getBytes(StandardCharsets.UTF_8));
    return envelope.nonceMode() == LlmProperties.Envelope.NonceMode.KEYED
        ? keyed
        : NonceSource.recordId(keyed);
  }

  private static @Nullable AnswerMode answerMode(@Nullable String name) {
    return name == null ? null : AnswerMode.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static PromptOptions prompt(LlmProperties p) {
    return PromptOptions.builder()
        .bucketOrder(p.bucketOrder().stream().map(PromptOptions.Bucket::of).toList())
        .selfIdentity(p.selfIdentity())
        .thoughtSurfacing(p.thoughtSurfacing())
        .replayCompatibility(p.replayCompatibility())
        .unsupportedMedia(new MediaPolicy(p.unsupportedMediaPolicy(), p.stashFallbackKeys()))
        .assistantMedia(p.assistantMedia())
        .trailingAssistant(p.trailingAssistant())
        .neutralization(p.envelope().neutralize())
        .build();
  }

  private static RetryOptions retry(LlmProperties.Retry retry) {
    return new RetryOptions(
        retry.maxAttempts(),
        retry.baseDelay(),
        retry.maxDelay(),
        retry.retriableStatuses(),
        retry.honorRetryAfter());
  }

  /** Options for the model of another provider, which does not know the name. */
  static ModelOptions withoutName(LlmProperties.Options options) {
    ModelOptions o = model(options);
    return new ModelOptions(
        null,
        o.temperature(),
        o.topP(),
        o.topK(),
        o.maxTokens(),
        o.frequencyPenalty(),
        o.presencePenalty(),
        o.stopSequences());
  }

  private static ModelOptions model(LlmProperties.Options options) {
    return new ModelOptions(
        options.model(),
        options.temperature(),
        options.topP(),
        options.topK(),
        options.maxTokens(),
        options.frequencyPenalty(),
        options.presencePenalty(),
        options.stopSequences());
  }
}
