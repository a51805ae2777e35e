package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.prompt.MediaPolicy;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.PromptOptions;
import dev.adk4j.springai.chat.LlmExecutorOptions;
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
        .autoAck(true)
        .prompt(prompt(p))
        .firstResponseTimeout(p.firstResponseTimeout())
        .streamIdleTimeout(p.streamIdleTimeout())
        .tokenEncoding(p.tokenEncoding())
        .contextWindow(p.contextWindow())
        .toolChoice(p.toolChoice() == null ? null : ToolChoice.parse(p.toolChoice()))
        .answerMode(answerMode(p.answerMode()))
        .parallelTools(p.parallelTools())
        .cacheMarks(CacheMarks.valueOf(p.cacheMarks().toUpperCase(Locale.ROOT)))
        .toolResults(new ToolResultOptions(p.toolErrorDetail(), p.inlineResultsUpTo().toBytes()))
        .build();
  }

  static NonceSource nonces(LlmProperties.Envelope envelope) {
    String key = envelope.nonceKey();
    return key == null
        ? NonceSource.keyedRandom()
        : NonceSource.keyed(key.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable AnswerMode answerMode(@Nullable String name) {
    return name == null ? null : AnswerMode.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static PromptOptions prompt(LlmProperties p) {
    return PromptOptions.builder()
        .unsupportedMedia(new MediaPolicy(p.unsupportedMediaPolicy(), MediaPolicy.DEFAULT_KEYS))
        .build();
  }
}
