package dev.adk4j.prompt;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import java.util.List;
import java.util.Set;

/**
 * Options of the prompt assembly. Immutable; invalid combinations throw {@code
 * E_INVALID_LLM_EXECUTOR_OPTIONS} with every field.
 *
 * @param bucketOrder distinct; unlisted buckets are not rendered
 * @param selfIdentity the identifier of the agent itself; not empty
 * @param replayCompatibility the tags of vendor data that the executor can send back
 * @since 0.1.0
 */
public record PromptOptions(
    List<Bucket> bucketOrder,
    String selfIdentity,
    ThoughtSurfacing thoughtSurfacing,
    List<String> replayCompatibility,
    MediaPolicy unsupportedMedia,
    AssistantMedia assistantMedia,
    TrailingAssistant trailingAssistant,
    Neutralization neutralization) {

  /** The default options. */
  public static final PromptOptions DEFAULT = new Builder().build();

  public PromptOptions {
    Violations violations =
        new Violations()
            .noNulls(bucketOrder, "$.bucketOrder")
            .requiredText(selfIdentity, "$.selfIdentity")
            .required(thoughtSurfacing, "$.thoughtSurfacing")
            .noNulls(replayCompatibility, "$.replayCompatibility")
            .required(unsupportedMedia, "$.unsupportedMedia")
            .required(assistantMedia, "$.assistantMedia")
            .required(trailingAssistant, "$.trailingAssistant")
            .required(neutralization, "$.neutralization");
    if (violations.isEmpty()) {
      violations
          .check(
              Set.copyOf(bucketOrder).size() == bucketOrder.size(),
              "$.bucketOrder",
              "unique",
              "must name each bucket at most once")
          .check(
              replayCompatibility.stream().noneMatch(String::isEmpty),
              "$.replayCompatibility",
              "empty",
              "must not contain an empty tag");
    }
    violations.throwIfAny(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    bucketOrder = List.copyOf(bucketOrder);
    replayCompatibility = List.copyOf(replayCompatibility);
  }

  /** Returns a builder with the default options. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds options from others. Not thread-safe. */
  public static final class Builder {

    private List<Bucket> bucketOrder = Bucket.DEFAULT_ORDER;
    private String selfIdentity = "assistant";
    private ThoughtSurfacing thoughtSurfacing = ThoughtSurfacing.ALL_SELF;
    private List<String> replayCompatibility = List.of();
    private MediaPolicy unsupportedMedia = MediaPolicy.throwing();
    private AssistantMedia assistantMedia = AssistantMedia.AS_TEXT;
    private TrailingAssistant trailingAssistant = TrailingAssistant.WARN;
    private Neutralization neutralization = Neutralization.ALL;

    private Builder() {}

    private Builder(PromptOptions from) {
      this.bucketOrder = from.bucketOrder;
      this.selfIdentity = from.selfIdentity;
      this.thoughtSurfacing = from.thoughtSurfacing;
      this.replayCompatibility = from.replayCompatibility;
      this.unsupportedMedia = from.unsupportedMedia;
      this.assistantMedia = from.assistantMedia;
      this.trailingAssistant = from.trailingAssistant;
      this.neutralization = from.neutralization;
    }

    public Builder bucketOrder(List<Bucket> bucketOrder) {
      this.bucketOrder = bucketOrder;
      return this;
    }

    public Builder bucketOrder(Bucket... bucketOrder) {
      return bucketOrder(List.of(bucketOrder));
    }

    public Builder selfIdentity(String selfIdentity) {
      this.selfIdentity = selfIdentity;
      return this;
    }

    public Builder thoughtSurfacing(ThoughtSurfacing thoughtSurfacing) {
      this.thoughtSurfacing = thoughtSurfacing;
      return this;
    }

    public Builder replayCompatibility(List<String> tags) {
      this.replayCompatibility = tags;
      return this;
    }

    public Builder replayCompatibility(String... tags) {
      return replayCompatibility(List.of(tags));
    }

    public Builder unsupportedMedia(MediaPolicy policy) {
      this.unsupportedMedia = policy;
      return this;
    }

    public Builder assistantMedia(AssistantMedia assistantMedia) {
      this.assistantMedia = assistantMedia;
      return this;
    }

    public Builder trailingAssistant(TrailingAssistant trailingAssistant) {
      this.trailingAssistant = trailingAssistant;
      return this;
    }

    public Builder neutralization(Neutralization neutralization) {
      this.neutralization = neutralization;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS}
     */
    public PromptOptions build() {
      return new PromptOptions(
          bucketOrder,
          selfIdentity,
          thoughtSurfacing,
          replayCompatibility,
          unsupportedMedia,
          assistantMedia,
          trailingAssistant,
          neutralization);
    }
  }

  /** Form of media that is attached to an assistant's message. */
  public enum AssistantMedia {
    /** Sends text, since most providers accept no media from an assistant. */
    AS_TEXT,
    /** Sends text, and the media itself in a user entry right after it. */
    REOFFER,
    /** Sends the media itself, for a provider that supports it. */
    NATIVE
  }

  /**
   * Texts in which imitations of the developer-rules tag are neutralized. Tool results are always
   * unchanged.
   */
  public enum Neutralization {
    /** Messages only. */
    MESSAGES,
    /** Messages, thoughts, memories and retrievables. */
    ALL
  }

  /** Thoughts to include in the prompt. Omitted ones stay in the turn. */
  public enum ThoughtSurfacing {
    /** All thoughts of the agent itself. */
    ALL_SELF,
    /** The newest thought of the agent itself that survives. */
    LATEST_SELF,
    /** Thoughts of all agents. */
    ALL,
    /** No thoughts. */
    NONE
  }

  /**
   * Handling of a conversation that ends with the assistant's own message, to which many providers
   * return nothing and which some reject.
   */
  public enum TrailingAssistant {
    /** Logs {@code trailing-assistant} and sends the prompt unchanged. */
    WARN,
    /** Appends a user entry with the request to continue. */
    APPEND_USER,
    /** Throws {@code E_LLM_PROMPT_SHAPE}. */
    FAIL
  }

  /** Named block of prompt material. */
  public enum Bucket {
    /** The developer's rules. */
    STANDING_INSTRUCTIONS("standingInstructions", "standing-instructions"),
    /** Memories of the turn. */
    MEMORIES("memories", "memories"),
    /** Retrieved texts of the turn. */
    RETRIEVABLES("retrievables", "retrievables"),
    /** Messages, surviving thoughts and tool calls, by time. */
    TIMELINE("timeline", "timeline");

    /** All buckets, the conversation last. */
    public static final List<Bucket> DEFAULT_ORDER = List.of(values());

    private final String wire;
    private final String property;

    Bucket(String wire, String property) {
      this.wire = wire;
      this.property = property;
    }

    /** Returns the name in events and messages. */
    @JsonValue
    public String wire() {
      return wire;
    }

    /**
     * Returns the bucket with that {@link #wire()} name or property name ({@code
     * standing-instructions}).
     */
    public static Bucket of(String name) {
      for (Bucket bucket : values()) {
        if (bucket.wire.equals(name) || bucket.property.equals(name)) {
          return bucket;
        }
      }
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          "There is no prompt bucket '"
              + name
              + "'; there are standingInstructions, memories, retrievables and timeline.");
    }
  }
}
