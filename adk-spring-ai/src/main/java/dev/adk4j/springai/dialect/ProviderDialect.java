package dev.adk4j.springai.dialect;

import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Adapts requests and responses to a provider's API and to Spring AI's model for it. Extend {@link
 * GenericDialect} to change a detail. Implementations must be stateless and thread-safe.
 *
 * @since 0.1.0
 */
public interface ProviderDialect {

  /** Returns a stable name such as {@code openai}, which is the provider's name in statistics. */
  String id();

  /** Returns true if a model with these options uses this dialect. */
  boolean matches(ChatOptions options);

  default SystemPlacement systemPlacement() {
    return SystemPlacement.IN_PLACE;
  }

  /**
   * Returns the text that Spring AI must be given for the provider to receive {@code text} as a
   * tool's result.
   */
  default String encodeToolResponse(String text) {
    return text;
  }

  /**
   * Returns true if media can be sent to the model.
   *
   * @param mimeType sanitized MIME type
   */
  boolean supports(MediaKind kind, String mimeType);

  /** Returns the MIME type with which Spring AI correctly sends media of a type. */
  default String mediaType(String mimeType) {
    return mimeType;
  }

  /** Reads one generation of a response or of a chunk. */
  default GenerationPart read(Generation generation) {
    return GenerationPart.text(generation);
  }

  /**
   * Returns true if a response, or a chunk of a stream, marks the answer as complete. A stream
   * without such a chunk was interrupted: nothing of it is stored, and none of its calls is run.
   */
  default boolean isEnd(ChatResponse response) {
    return response.getResults().stream()
        .anyMatch(generation -> isEnd(generation.getMetadata().getFinishReason()));
  }

  /**
   * Returns false for a missing reason, in the spellings of Spring AI and providers, and for
   * failures.
   */
  private static boolean isEnd(@Nullable String reason) {
    return switch (reason == null ? "" : reason.strip().toLowerCase(Locale.ROOT)) {
      case "", "_unknown", "finish_reason_unspecified" -> false;
      case "error", "insufficient_system_resource" -> false;
      default -> true;
    };
  }

  /**
   * Returns the part of a message's metadata to keep until its tool calls have run. Lists and maps
   * of several messages of one generation are merged. {@link #replayed} then receives the result as
   * the metadata of one message.
   */
  default Map<String, Object> kept(AssistantMessage received) {
    return received.hasToolCalls() ? received.getMetadata() : Map.of();
  }

  /**
   * Returns the part of a received message's metadata to send back with its tool calls; empty if
   * there is none. The values are objects of the provider's client, which are neither stored nor
   * logged.
   */
  default Map<String, Object> replayed(AssistantMessage received) {
    return Map.of();
  }

  /**
   * Returns the message that sends past tool calls to the provider.
   *
   * @param text assistant's text before the calls; empty if it is a separate message
   * @param replayed result of {@link #replayed} for the message that requested the calls; empty if
   *     the provider rejected it
   * @param calls recorded calls, which may be fewer than requested
   */
  default AssistantMessage callMessage(
      String text, Map<String, Object> replayed, List<AssistantMessage.ToolCall> calls) {
    return AssistantMessage.builder().content(text).properties(replayed).toolCalls(calls).build();
  }

  /**
   * Returns true if the metadata sent back contains a generation's thoughts. The prompt's text then
   * omits them.
   */
  default boolean replayTellsThoughts() {
    return true;
  }

  /**
   * Returns true if user and assistant messages must alternate, beginning with a user message. Tool
   * results count as user messages. Neighboring messages of one role are then merged.
   */
  default boolean alternatesRoles() {
    return false;
  }

  /**
   * Returns the usage of a generation in the provider's format.
   *
   * @param usage object of the provider's client, from Spring AI's usage
   * @return null if it has no JSON form
   */
  @Nullable JsonValue nativeUsage(Object usage);

  /**
   * Returns the number of reasoning tokens in a generation's usage.
   *
   * @param usage result of {@link #nativeUsage}, merged from all chunks
   * @return null if it has none
   */
  default @Nullable Long reasoningTokens(JsonValue usage) {
    return null;
  }

  /** Returns true if the provider's count of prompt tokens excludes cached tokens. */
  default boolean countsCacheApart() {
    return false;
  }

  /** Returns true if the provider failed because of the metadata of {@link #replayed}. */
  default boolean rejectsReplay(ProviderFailure failure) {
    return false;
  }

  /**
   * Sets the tool choice on the options of a request.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} if the provider, or
   *     Spring AI's model for it, does not support the choice
   */
  void choose(ChatOptions.Builder<?> options, ToolChoice choice);

  /**
   * Marks the unchanging beginning of a request, for a provider that caches only marked content.
   * Keeps marks that the application set on the model's options.
   *
   * @param marks never {@link CacheMarks#NONE}
   * @param changingEnd true if the last user message is not part of the next request, because it
   *     contains memories and retrieved texts
   */
  default void markCache(ChatOptions.Builder<?> options, CacheMarks marks, boolean changingEnd) {}

  /**
   * Returns true if the generation reports, in the provider's own way, that the model refuses to
   * answer.
   */
  default boolean isRefusal(Generation generation) {
    return false;
  }

  /**
   * Returns the best mode of requesting a typed answer from the provider. If Spring AI's options of
   * the model do not support it, the next best mode is used.
   *
   * @param besideTools true if the request also declares tools
   * @param recursive true if the schema is recursive
   */
  default AnswerMode answerMode(boolean besideTools, boolean recursive) {
    return AnswerMode.NATIVE;
  }

  /**
   * Returns true if the provider accepts a tool of this name. Other tools are offered under a
   * derived name, and their calls are mapped back to the original name.
   */
  default boolean takesToolName(String name) {
    return name.matches("[a-zA-Z0-9_-]{1,64}");
  }

  /**
   * Returns a tool with a schema that the provider accepts, for declaring it in a request. What
   * this schema cannot express is appended to the description. Arguments are always validated
   * against the tool's own schema.
   */
  default Tool.Description accepted(Tool.Description tool) {
    return AcceptedSchema.of(tool, Set.of());
  }

  /**
   * Returns true if the provider rejects past calls of undeclared tools. Hidden tools of past calls
   * are then declared.
   */
  default boolean declaresToolsOfHistory() {
    return false;
  }

  /** Positions of system texts that a provider supports. */
  enum SystemPlacement {
    /** Before and after the conversation. */
    IN_PLACE,
    /** Before it only: texts that belong after the conversation are appended to those before it. */
    LEADING
  }

  /**
   * Content of a generation, without tool calls and statistics.
   *
   * @param text answer text; empty if the generation contains only reasoning
   * @param source source of the reasoning; null if there is none
   * @param reasoning next piece of reasoning, or all of it so far
   * @param piece true if {@code reasoning} is the next piece; otherwise it is one unless it begins
   *     with all reasoning so far
   * @since 0.1.0
   */
  record GenerationPart(String text, @Nullable String source, String reasoning, boolean piece) {

    /** Creates a part whose reasoning may be the next piece or all of it. */
    public GenerationPart(String text, @Nullable String source, String reasoning) {
      this(text, source, reasoning, false);
    }

    /** Returns a part with text only. */
    public static GenerationPart text(Generation generation) {
      return new GenerationPart(textOf(generation.getOutput()), null, "");
    }

    /** Returns a part that takes the generation's text as the next piece of reasoning. */
    public static GenerationPart reasoning(Generation generation, String source) {
      return new GenerationPart("", source, textOf(generation.getOutput()), true);
    }

    /** Returns a part with the text and the reasoning, which has no source if it is empty. */
    static GenerationPart of(Generation generation, String source, String reasoning) {
      return reasoning.isEmpty()
          ? text(generation)
          : new GenerationPart(textOf(generation.getOutput()), source, reasoning);
    }

    /** Returns a part with the text, and with reasoning from a member of the message's metadata. */
    public static GenerationPart withMetadata(Generation generation, String key) {
      Object found = generation.getOutput().getMetadata().get(key);
      return of(generation, key, found instanceof String reasoning ? reasoning : "");
    }

    /** Returns an empty part. */
    public static GenerationPart nothing() {
      return new GenerationPart("", null, "");
    }

    private static String textOf(AssistantMessage message) {
      return message.getText() == null ? "" : message.getText();
    }
  }
}
