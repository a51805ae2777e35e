package dev.adk4j.springai.chat;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.EmptyRateLimit;
import org.springframework.ai.chat.metadata.RateLimit;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.util.StringUtils;
import tools.jackson.databind.node.ObjectNode;

/** Collects usage, finish reason and model of a generation from its chunks. */
final class StatsCollector {

  private final ProviderDialect dialect;
  private @Nullable Usage usage;
  private @Nullable String finishReason;
  private @Nullable String model;
  private final Map<String, Object> raw = new LinkedHashMap<>();
  private final Map<String, Object> nativeUsage = new LinkedHashMap<>();
  private final Map<String, Long> durations = new LinkedHashMap<>();

  StatsCollector(ProviderDialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Records a finish reason; the last one applies. Ignores {@code _UNKNOWN}, which Spring AI's
   * OpenAI model sends before the actual reason.
   */
  void finishReason(@Nullable String reason) {
    if (reason != null && !reason.isBlank() && !reason.equalsIgnoreCase("_unknown")) {
      finishReason = reason.toLowerCase(Locale.ROOT);
    }
  }

  @Nullable String finishReason() {
    return finishReason;
  }

  void response(@Nullable ChatResponseMetadata metadata) {
    if (metadata == null) {
      return;
    }
    Usage said = metadata.getUsage();
    if (isKnown(said)) {
      usage = said;
      keepNative(said.getNativeUsage());
    }
    if (StringUtils.hasText(metadata.getModel())) {
      model = metadata.getModel();
    }
    if (StringUtils.hasText(metadata.getId())) {
      raw.put("id", metadata.getId());
    }
    rateLimit(metadata.getRateLimit());
    for (String name :
        new String[] {"total-duration", "load-duration", "prompt-eval-duration", "eval-duration"}) {
      Long nanos = nanos(metadata.get(name));
      if (nanos != null) {
        durations.put(name, nanos);
      }
    }
  }

  /**
   * Returns the statistics.
   *
   * @param requested requested model, used if the provider does not name one
   * @return null if neither usage nor finish reason is known
   */
  @Nullable GenerationStats stats(@Nullable String requested) {
    if (usage == null && finishReason == null) {
      return null;
    }
    JsonValue said = nativeUsage.isEmpty() ? null : JsonValue.of(nativeUsage);
    if (said != null) {
      raw.put("usage", said);
    }
    Long read = usage == null ? null : usage.getCacheReadInputTokens();
    Long written = usage == null ? null : usage.getCacheWriteInputTokens();
    long apart = dialect.countsCacheApart() ? orZero(read) + orZero(written) : 0;
    return GenerationStats.builder()
        .promptTokens(usage == null ? null : count(usage.getPromptTokens(), apart))
        .completionTokens(usage == null ? null : count(usage.getCompletionTokens(), 0))
        .totalTokens(usage == null ? null : count(usage.getTotalTokens(), apart))
        .cacheReadTokens(read)
        .cacheWriteTokens(written)
        .reasoningTokens(said == null ? null : dialect.reasoningTokens(said))
        .totalDurationNs(durations.get("total-duration"))
        .loadDurationNs(durations.get("load-duration"))
        .promptEvalDurationNs(durations.get("prompt-eval-duration"))
        .evalDurationNs(durations.get("eval-duration"))
        .finishReason(finishReason)
        .model(model == null ? requested : model)
        .provider(dialect.id())
        .raw(raw.isEmpty() ? null : JsonValue.of(raw))
        .build();
  }

  /** Merges the members of several chunks; for equal names, the last one applies. */
  private void keepNative(@Nullable Object said) {
    JsonValue json = said == null ? null : dialect.nativeUsage(said);
    if (json != null && json.node() instanceof ObjectNode members) {
      members.properties().forEach(member -> nativeUsage.put(member.getKey(), member.getValue()));
    }
  }

  private void rateLimit(@Nullable RateLimit limit) {
    if (limit == null || limit instanceof EmptyRateLimit) {
      return;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    put(values, "requestsLimit", limit.getRequestsLimit());
    put(values, "requestsRemaining", limit.getRequestsRemaining());
    put(values, "tokensLimit", limit.getTokensLimit());
    put(values, "tokensRemaining", limit.getTokensRemaining());
    if (!values.isEmpty()) {
      raw.put("rateLimit", values);
    }
  }

  private static void put(Map<String, Object> values, String name, @Nullable Long value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  private static boolean isKnown(@Nullable Usage usage) {
    return usage != null
        && (positive(usage.getPromptTokens())
            || positive(usage.getCompletionTokens())
            || positive(usage.getTotalTokens()));
  }

  private static boolean positive(@Nullable Integer count) {
    return count != null && count > 0;
  }

  private static @Nullable Long count(@Nullable Integer count, long more) {
    return count == null ? null : Long.valueOf(count + more);
  }

  private static long orZero(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  private static @Nullable Long nanos(@Nullable Object duration) {
    return switch (duration) {
      case Duration d -> d.toNanos();
      case Number n -> n.longValue();
      case null, default -> null;
    };
  }
}
