package dev.adk4j.springai.dialect;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Finds the dialect of a model by the class of its options, which differs for each Spring AI model.
 * Immutable.
 *
 * @since 0.1.0
 */
public final class ProviderDialects {

  private static final List<ProviderDialect> BUILT_IN =
      List.of(
          new OpenAiDialect(),
          new AnthropicDialect(),
          new GeminiDialect(),
          new OllamaDialect(),
          new BedrockDialect(),
          new DeepSeekDialect(),
          new MistralDialect(),
          new GenericDialect());

  private final List<ProviderDialect> dialects;

  private ProviderDialects(List<ProviderDialect> dialects) {
    this.dialects = dialects;
  }

  /** Returns the dialects of this library. */
  public static ProviderDialects builtIn() {
    return new ProviderDialects(BUILT_IN);
  }

  /** Returns dialects that try the given ones first, in order. */
  public static ProviderDialects with(List<? extends ProviderDialect> first) {
    return new ProviderDialects(Stream.concat(first.stream(), BUILT_IN.stream()).toList());
  }

  /** Returns the first dialect that matches, or the generic one. */
  public ProviderDialect of(ChatOptions options) {
    return dialects.stream()
        .filter(dialect -> dialect.matches(options))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the generic dialect matches every model"));
  }

  /**
   * Returns the dialect with a name.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all names if there is none
   */
  public ProviderDialect named(String id) {
    return dialects.stream()
        .filter(dialect -> dialect.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new AdkException(
                    LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
                    "dialect: there is no '" + id + "'; the dialects are " + names() + "."));
  }

  private String names() {
    return dialects.stream().map(ProviderDialect::id).distinct().collect(Collectors.joining(", "));
  }
}
