package dev.adk4j.prompt;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.util.EnumSet;
import java.util.List;

/**
 * How a prompt is assembled. Immutable; invalid combinations are {@code
 * E_INVALID_LLM_EXECUTOR_OPTIONS} naming every field.
 *
 * @param bucketOrder distinct; what is not listed is not rendered, without {@link
 *     PromptBucket#TIMELINE} no conversation is
 * @param selfIdentity the identifier of the agent itself; not empty
 * @param replayCompatibility the tags of vendor data that the executor can send back
 */
public record PromptOptions(
    List<PromptBucket> bucketOrder,
    String selfIdentity,
    ThoughtSurfacing thoughtSurfacing,
    List<String> replayCompatibility,
    MediaPolicy unsupportedMedia,
    AssistantMedia assistantMedia,
    TrailingAssistant trailingAssistant,
    Neutralising neutralising) {

  public static final PromptOptions DEFAULT =
      new PromptOptions(
          PromptBucket.DEFAULT_ORDER,
          "assistant",
          ThoughtSurfacing.ALL_SELF,
          List.of(),
          MediaPolicy.throwing(),
          AssistantMedia.AS_TEXT,
          TrailingAssistant.WARN,
          Neutralising.ALL);

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
            .required(neutralising, "$.neutralising");
    if (violations.isEmpty()) {
      violations
          .check(
              distinct(bucketOrder),
              "$.bucketOrder",
              "unique",
              "must name each bucket at most once")
          .check(
              replayCompatibility.stream().noneMatch(String::isEmpty),
              "$.replayCompatibility",
              "empty",
              "must not hold an empty tag");
    }
    violations.throwIfAny(AdkErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS);
    bucketOrder = List.copyOf(bucketOrder);
    replayCompatibility = List.copyOf(replayCompatibility);
  }

  private static boolean distinct(List<PromptBucket> buckets) {
    EnumSet<PromptBucket> seen = EnumSet.noneOf(PromptBucket.class);
    return buckets.stream().allMatch(seen::add);
  }

  public static Builder builder() {
    return DEFAULT.toBuilder();
  }

  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Starts from other options and replaces what is set. Not thread-safe. */
  public static final class Builder {

    private List<PromptBucket> bucketOrder;
    private String selfIdentity;
    private ThoughtSurfacing thoughtSurfacing;
    private List<String> replayCompatibility;
    private MediaPolicy unsupportedMedia;
    private AssistantMedia assistantMedia;
    private TrailingAssistant trailingAssistant;
    private Neutralising neutralising;

    private Builder(PromptOptions from) {
      this.bucketOrder = from.bucketOrder;
      this.selfIdentity = from.selfIdentity;
      this.thoughtSurfacing = from.thoughtSurfacing;
      this.replayCompatibility = from.replayCompatibility;
      this.unsupportedMedia = from.unsupportedMedia;
      this.assistantMedia = from.assistantMedia;
      this.trailingAssistant = from.trailingAssistant;
      this.neutralising = from.neutralising;
    }

    public Builder bucketOrder(List<PromptBucket> bucketOrder) {
      this.bucketOrder = bucketOrder;
      return this;
    }

    public Builder bucketOrder(PromptBucket... bucketOrder) {
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

    public Builder neutralising(Neutralising neutralising) {
      this.neutralising = neutralising;
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
          neutralising);
    }
  }
}
