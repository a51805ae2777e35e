package dev.adk4j.springai.dialect;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Dialect of unknown models. Keeps the positions of system texts, sends images, and recognizes no
 * reasoning. Extend it to create a custom dialect.
 *
 * @since 0.1.0
 */
public class GenericDialect implements ProviderDialect {

  /** Images that Claude reads, also at Bedrock. */
  static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

  private final String id;
  private final @Nullable String options;
  private final boolean bare;
  private final Set<AcceptedSchema.Rule> rules;

  public GenericDialect() {
    this("generic");
  }

  protected GenericDialect(String id) {
    this(id, null, false);
  }

  /**
   * @param options class of the options of its models; null for all models
   * @param bare true if Spring AI's model sets no metadata on the chunks before the last one
   */
  GenericDialect(String id, @Nullable String options, boolean bare, AcceptedSchema.Rule... rules) {
    this.id = id;
    this.options = options;
    this.bare = bare;
    this.rules = Set.of(rules);
  }

  @Override
  public Tool.Description accepted(Tool.Description tool) {
    return AcceptedSchema.of(tool, rules);
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public boolean matches(ChatOptions options) {
    return this.options == null || isA(options, this.options);
  }

  @Override
  public boolean supports(MediaKind kind, String mimeType) {
    return kind == MediaKind.IMAGE;
  }

  /**
   * Returns true if there is a finish reason. An application's model that sets no metadata on
   * generations has no finish reasons either: its answer is complete when the stream completes.
   */
  @Override
  public boolean isEnd(ChatResponse response) {
    return ProviderDialect.super.isEnd(response)
        || (!bare
            && response.getResults().stream()
                .anyMatch(generation -> generation.getMetadata() == ChatGenerationMetadata.NULL));
  }

  /**
   * Returns the usage if it is a map or a record. Other objects may have side effects when they are
   * converted.
   */
  @Override
  public @Nullable JsonValue nativeUsage(Object usage) {
    return usage instanceof Map<?, ?> || usage instanceof Record ? JsonValue.of(usage) : null;
  }

  /** Supports only {@code auto}, the default, and {@code none}, which declares no tool. */
  @Override
  public void choose(ChatOptions.Builder<?> options, ToolChoice choice) {
    if (!(choice instanceof ToolChoice.Auto || choice instanceof ToolChoice.None)) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          "toolChoice: '"
              + choice.variant()
              + "' is not supported for the provider '"
              + id
              + "' through Spring AI; omit it, or set it with an options customizer.");
    }
  }

  /** Returns one member of a message's metadata; empty if it is missing. */
  protected static Map<String, Object> member(AssistantMessage message, String name) {
    Object value = message.getMetadata().get(name);
    return value == null ? Map.of() : Map.of(name, value);
  }

  /**
   * Returns a whole number in a usage.
   *
   * @param pointer JSON pointer
   * @return null if there is none
   */
  static @Nullable Long count(JsonValue usage, String pointer) {
    JsonValue said = usage.at(pointer);
    return said != null && said.node().isIntegralNumber() ? said.node().longValue() : null;
  }

  /** Returns true if a rejected request's error names one of these subjects. */
  static boolean mentions(ProviderFailure failure, String... words) {
    String detail = failure.detail().toLowerCase(Locale.ROOT);
    return failure.status() == 400 && Stream.of(words).anyMatch(detail::contains);
  }

  /**
   * Returns true if the class of the object, or a superclass, has the name. The named class may be
   * absent from the class path.
   */
  protected static boolean isA(Object object, String className) {
    for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
      if (type.getName().equals(className)) {
        return true;
      }
    }
    return false;
  }
}
