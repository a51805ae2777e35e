package dev.adk4j.prompt;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolDescription;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptViews.Block;
import dev.adk4j.prompt.PromptViews.HandleView;
import dev.adk4j.prompt.PromptViews.MemoryView;
import dev.adk4j.prompt.PromptViews.MessageView;
import dev.adk4j.prompt.PromptViews.RetrievableView;
import dev.adk4j.prompt.PromptViews.ThoughtView;
import dev.adk4j.prompt.PromptViews.ToolResultView;
import dev.adk4j.token.RenderContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How each part of a prompt is written. Every one can be replaced; those that are made of others
 * are given them, so that a replacement takes effect wherever its part is used. All are pure
 * functions, called by many threads.
 */
public record PromptRenderers(
    SystemPrompt systemPrompt,
    StandingInstructions standingInstructions,
    Memories memories,
    Retrievables retrievables,
    Handle retrievableHandle,
    Handle artifactHandle,
    SafetyDirective safetyDirective,
    Tier firstParty,
    Tier thirdPartyPublic,
    Tier thirdPartyPrivate,
    MessageText message,
    ThoughtText thought,
    ThoughtFilter thoughtFilter,
    ToolResultText toolResult,
    Enclosed untrusted,
    Enclosed trusted,
    Declarations declarations,
    Schema schema,
    History history) {

  /** The library's own. */
  public static final PromptRenderers STANDARD = StandardRenderers.all();

  /** The base prompt, first in the leading system message. */
  @FunctionalInterface
  public interface SystemPrompt {
    String render(Tokenizable systemPrompt, RenderContext context);
  }

  /** The one block that speaks with the developer's authority. */
  @FunctionalInterface
  public interface StandingInstructions {
    /**
     * @param instructions without empty ones
     */
    String render(List<String> instructions);
  }

  /** The block of memories; an empty text for none. */
  @FunctionalInterface
  public interface Memories {
    String render(List<MemoryView> memories);
  }

  /** The block of retrievables; an empty text for none. */
  @FunctionalInterface
  public interface Retrievables {
    String render(List<RetrievableView> retrievables, RetrievableParts parts);
  }

  /** What the block of retrievables is made of. */
  public record RetrievableParts(
      SafetyDirective directive,
      Tier firstParty,
      Tier thirdPartyPublic,
      Tier thirdPartyPrivate,
      Enclosed untrusted) {}

  /** One tier of retrievables, in order; an empty text for none. */
  @FunctionalInterface
  public interface Tier {
    String render(List<RetrievableView> retrievables, Enclosed untrusted);
  }

  /** Says that retrieved text is data. An empty text leaves it out. */
  @FunctionalInterface
  public interface SafetyDirective {
    String text();
  }

  /** What stands for an artifact's body. */
  @FunctionalInterface
  public interface Handle {
    String render(HandleView handle);
  }

  /** A message's text in its envelope, or plain. */
  @FunctionalInterface
  public interface MessageText {
    String render(MessageView message);
  }

  /** A thought in its envelope. */
  @FunctionalInterface
  public interface ThoughtText {
    String render(ThoughtView thought);
  }

  /** Which thoughts are shown, in their order. */
  @FunctionalInterface
  public interface ThoughtFilter {
    List<Thought> surviving(List<Thought> thoughts, PromptOptions options);
  }

  /** A tool's text result in its envelope. */
  @FunctionalInterface
  public interface ToolResultText {
    String render(ToolResultView result, Enclosed trusted, Enclosed untrusted);
  }

  /** Text in a trust envelope. */
  @FunctionalInterface
  public interface Enclosed {
    String render(Block block);
  }

  /** What the model is offered. */
  @FunctionalInterface
  public interface Declarations {
    List<ToolDescription> declare(List<Tool> visible, Schema schema);
  }

  /** A tool's input schema as it is declared. */
  @FunctionalInterface
  public interface Schema {
    JsonValue of(Tool tool);
  }

  /** The order of the timeline. */
  @FunctionalInterface
  public interface History {
    List<TimelineItem> order(
        List<Message> messages, List<Thought> surviving, List<ToolCall> toolCalls);
  }

  /** A record of the timeline. */
  public sealed interface TimelineItem {
    /** A message. */
    record MessageItem(Message message) implements TimelineItem {}

    /** A thought. */
    record ThoughtItem(Thought thought) implements TimelineItem {}

    /** A tool call. */
    record CallItem(ToolCall call) implements TimelineItem {}
  }

  /** These with some replaced. */
  public PromptRenderers with(UnaryOperator<Builder> changes) {
    return changes.apply(new Builder(this)).build();
  }

  /** Starts from other renderers and replaces what is set. Not thread-safe. */
  public static final class Builder {

    private SystemPrompt systemPrompt;
    private StandingInstructions standingInstructions;
    private Memories memories;
    private Retrievables retrievables;
    private Handle retrievableHandle;
    private Handle artifactHandle;
    private SafetyDirective safetyDirective;
    private Tier firstParty;
    private Tier thirdPartyPublic;
    private Tier thirdPartyPrivate;
    private MessageText message;
    private ThoughtText thought;
    private ThoughtFilter thoughtFilter;
    private ToolResultText toolResult;
    private Enclosed untrusted;
    private Enclosed trusted;
    private Declarations declarations;
    private Schema schema;
    private History history;

    private Builder(PromptRenderers from) {
      this.systemPrompt = from.systemPrompt;
      this.standingInstructions = from.standingInstructions;
      this.memories = from.memories;
      this.retrievables = from.retrievables;
      this.retrievableHandle = from.retrievableHandle;
      this.artifactHandle = from.artifactHandle;
      this.safetyDirective = from.safetyDirective;
      this.firstParty = from.firstParty;
      this.thirdPartyPublic = from.thirdPartyPublic;
      this.thirdPartyPrivate = from.thirdPartyPrivate;
      this.message = from.message;
      this.thought = from.thought;
      this.thoughtFilter = from.thoughtFilter;
      this.toolResult = from.toolResult;
      this.untrusted = from.untrusted;
      this.trusted = from.trusted;
      this.declarations = from.declarations;
      this.schema = from.schema;
      this.history = from.history;
    }

    public Builder systemPrompt(SystemPrompt systemPrompt) {
      this.systemPrompt = systemPrompt;
      return this;
    }

    public Builder standingInstructions(StandingInstructions standingInstructions) {
      this.standingInstructions = standingInstructions;
      return this;
    }

    public Builder memories(Memories memories) {
      this.memories = memories;
      return this;
    }

    public Builder retrievables(Retrievables retrievables) {
      this.retrievables = retrievables;
      return this;
    }

    public Builder retrievableHandle(Handle retrievableHandle) {
      this.retrievableHandle = retrievableHandle;
      return this;
    }

    public Builder artifactHandle(Handle artifactHandle) {
      this.artifactHandle = artifactHandle;
      return this;
    }

    public Builder safetyDirective(SafetyDirective safetyDirective) {
      this.safetyDirective = safetyDirective;
      return this;
    }

    public Builder firstParty(Tier firstParty) {
      this.firstParty = firstParty;
      return this;
    }

    public Builder thirdPartyPublic(Tier thirdPartyPublic) {
      this.thirdPartyPublic = thirdPartyPublic;
      return this;
    }

    public Builder thirdPartyPrivate(Tier thirdPartyPrivate) {
      this.thirdPartyPrivate = thirdPartyPrivate;
      return this;
    }

    public Builder message(MessageText message) {
      this.message = message;
      return this;
    }

    public Builder thought(ThoughtText thought) {
      this.thought = thought;
      return this;
    }

    public Builder thoughtFilter(ThoughtFilter thoughtFilter) {
      this.thoughtFilter = thoughtFilter;
      return this;
    }

    public Builder toolResult(ToolResultText toolResult) {
      this.toolResult = toolResult;
      return this;
    }

    public Builder untrusted(Enclosed untrusted) {
      this.untrusted = untrusted;
      return this;
    }

    public Builder trusted(Enclosed trusted) {
      this.trusted = trusted;
      return this;
    }

    public Builder declarations(Declarations declarations) {
      this.declarations = declarations;
      return this;
    }

    public Builder schema(Schema schema) {
      this.schema = schema;
      return this;
    }

    public Builder history(History history) {
      this.history = history;
      return this;
    }

    private PromptRenderers build() {
      return new PromptRenderers(
          systemPrompt,
          standingInstructions,
          memories,
          retrievables,
          retrievableHandle,
          artifactHandle,
          safetyDirective,
          firstParty,
          thirdPartyPublic,
          thirdPartyPrivate,
          message,
          thought,
          thoughtFilter,
          toolResult,
          untrusted,
          trusted,
          declarations,
          schema,
          history);
    }
  }
}
