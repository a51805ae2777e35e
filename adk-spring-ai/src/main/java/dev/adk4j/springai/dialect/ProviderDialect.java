package dev.adk4j.springai.dialect;

import dev.adk4j.primitive.MediaKind;
import dev.adk4j.springai.failure.ProviderFailure;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * What has to be done differently for a provider, since its interface or Spring AI's model of it
 * asks for that. Stateless and thread-safe. Extend {@link GenericDialect} to change a detail.
 */
public interface ProviderDialect {

  /** A stable name such as {@code openai}; the provider's name in statistics. */
  String id();

  /** Whether a model with such options speaks this dialect. */
  boolean matches(ChatOptions options);

  SystemPlacement systemPlacement();

  /** What Spring AI has to be given so that the provider reads {@code text}. */
  String encodeToolResponse(String text);

  /**
   * Whether media goes to the model as such.
   *
   * @param mimeType sanitised
   */
  boolean supports(MediaKind kind, String mimeType);

  /** The MIME type that makes Spring AI send media of that type correctly. */
  String mediaType(String mimeType);

  /** Reads one generation of a response or of a chunk. */
  GenerationPart read(Generation generation);

  /**
   * What of a message is kept until its tool calls have run, by name; lists and maps of several
   * messages of one generation are put together. {@link #replayed} is asked about all of it then,
   * as the metadata of one message.
   */
  default Map<String, Object> kept(AssistantMessage received) {
    return received.hasToolCalls() ? received.getMetadata() : Map.of();
  }

  /**
   * What of a received message's metadata has to go back with its tool calls; empty where nothing
   * has. Objects of the provider's client, which are neither stored nor logged.
   */
  Map<String, Object> replayed(AssistantMessage received);

  /**
   * The message that says past tool calls to the provider.
   *
   * @param text what the assistant said before; empty where that is a message of its own
   * @param replayed what {@link #replayed} gave of the message that asked for them; empty where
   *     that gave nothing, or nothing goes back any more
   * @param calls as they are recorded, which may be fewer than were asked for
   */
  default AssistantMessage callMessage(
      String text, Map<String, Object> replayed, List<AssistantMessage.ToolCall> calls) {
    return AssistantMessage.builder().content(text).properties(replayed).toolCalls(calls).build();
  }

  /**
   * Whether what goes back says a generation's thoughts, which are left out of the prompt's words
   * then.
   */
  default boolean replayTellsThoughts() {
    return true;
  }

  /**
   * Whether a user's and an assistant's messages have to take turns, beginning with a user's, and
   * tool results count as a user's. Neighbours of one role are put together where they have to.
   */
  default boolean alternatesRoles() {
    return false;
  }

  /**
   * What the provider itself said of a generation's usage.
   *
   * @param usage the object of the provider's client that Spring AI keeps
   * @return null where it cannot be said as JSON
   */
  @Nullable JsonValue nativeUsage(Object usage);

  /**
   * Returns the tokens of reasoning that a generation's usage names.
   *
   * @param usage as {@link #nativeUsage} gave it, several chunks put together
   * @return null where it names none
   */
  default @Nullable Long reasoningTokens(JsonValue usage) {
    return null;
  }

  /** Returns true where a provider's count of prompt tokens leaves out those of its cache. */
  default boolean countsCacheApart() {
    return false;
  }

  /** Whether the provider refused because of what was sent back by {@link #replayed}. */
  boolean rejectsReplay(ProviderFailure failure);

  /**
   * Sets the choice on the options of a request.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} where the provider,
   *     or Spring AI's model of it, knows no such choice
   */
  void choose(ChatOptions.Builder<?> options, ToolChoice choice);

  /**
   * Returns true where the generation says in the provider's own way that the model refuses to
   * answer.
   */
  default boolean isRefusal(Generation generation) {
    return false;
  }

  /**
   * Returns how the provider is best asked for an answer of a type. Where Spring AI's options of
   * the model have no place for that, the next way is taken.
   *
   * @param besideTools whether the request declares tools as well
   * @param recursive whether the schema refers to parts of itself
   */
  default AnswerMode answerMode(boolean besideTools, boolean recursive) {
    return AnswerMode.NATIVE;
  }

  /**
   * Whether past tool calls are refused where their tools are not declared; hidden tools that the
   * prompt refers to are declared then.
   */
  boolean declaresToolsOfHistory();
}
