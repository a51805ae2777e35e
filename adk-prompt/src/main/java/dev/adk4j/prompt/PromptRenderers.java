package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.RenderContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of a prompt. Each method can be overridden individually; by default it delegates
 * to {@link #below()}. Composed methods call the methods of their parts on {@code parts}, the
 * outermost renderers, so that an override takes effect wherever its part is used. Text arrives
 * rendered and with imitated tags neutralized. Implementations must be pure functions and
 * thread-safe.
 *
 * @since 0.1.0
 */
public interface PromptRenderers {

  /** Returns the library's own renderers. */
  static PromptRenderers standard() {
    return StandardRenderers.INSTANCE;
  }

  /** Returns the renderers of the parts that this object does not override. */
  default PromptRenderers below() {
    return standard();
  }

  /** Writes the base prompt, which comes first in the leading system message. */
  default String systemPrompt(Tokenizable systemPrompt, RenderContext context) {
    return below().systemPrompt(systemPrompt, context);
  }

  /**
   * Writes the only block with the developer's authority.
   *
   * @param instructions without blank ones
   */
  default String standingInstructions(List<String> instructions) {
    return below().standingInstructions(instructions);
  }

  /** Writes the block of memories; an empty text for none. */
  default String memories(List<View<Memory>> memories) {
    return below().memories(memories);
  }

  /** Writes the block of retrievables, directive and tiers; an empty text for none. */
  default String retrievables(List<View<Retrievable>> retrievables, PromptRenderers parts) {
    return below().retrievables(retrievables, parts);
  }

  /** Writes the retrievables of one trust tier, in the given order; an empty text for none. */
  default String retrievableTier(
      TrustTier tier, List<View<Retrievable>> retrievables, PromptRenderers parts) {
    return below().retrievableTier(tier, retrievables, parts);
  }

  /** Returns the sentence that declares retrieved text as data. An empty text omits it. */
  default String safetyDirective() {
    return below().safetyDirective();
  }

  /**
   * Writes the text that replaces a retrievable's artifact. An empty text omits the retrievable,
   * which is the default, since the library has no tool that opens it.
   */
  default String retrievableHandle(SpooledArtifact.Handle handle) {
    return below().retrievableHandle(handle);
  }

  /**
   * Writes the text that replaces the artifact of a tool call.
   *
   * @param queries the tools that read the artifact; may be empty
   */
  default String artifactHandle(SpooledArtifact.Handle handle, List<ArtifactQuery<?>> queries) {
    return below().artifactHandle(handle, queries);
  }

  /**
   * Writes a message's text, in its envelope or plain.
   *
   * @param from the speaker's name for the model
   */
  default String message(View<Message> message, Speaker speaker, String from) {
    return below().message(message, speaker, from);
  }

  /**
   * Writes a thought in its envelope.
   *
   * @param from the thinker's identifier
   */
  default String thought(View<Thought> thought, ThoughtKind kind, String from) {
    return below().thought(thought, kind, from);
  }

  /** Selects and orders the thoughts to show. */
  default List<Thought> thoughtFilter(List<Thought> thoughts, PromptOptions options) {
    return below().thoughtFilter(thoughts, options);
  }

  /**
   * Writes a tool's text result in its envelope.
   *
   * @param tool null if the tool is no longer registered
   */
  default String toolResult(
      ToolCall call, @Nullable Tool tool, Block result, PromptRenderers parts) {
    return below().toolResult(call, tool, result, parts);
  }

  /** Wraps text in the envelope for untrusted content. */
  default String untrusted(Block block) {
    return below().untrusted(block);
  }

  /** Wraps text in the envelope for the deployer's own words. */
  default String trusted(Block block) {
    return below().trusted(block);
  }

  /** Returns the declarations of the visible tools. */
  default List<Tool.Description> declarations(List<Tool> visible, PromptRenderers parts) {
    return below().declarations(visible, parts);
  }

  /** Returns the declared form of a tool's input schema. */
  default JsonValue schema(Tool tool) {
    return below().schema(tool);
  }

  /** Orders the timeline. */
  default List<TimelineItem> history(
      List<Message> messages, List<Thought> surviving, List<ToolCall> toolCalls) {
    return below().history(messages, surviving, toolCalls);
  }

  /** Replaces some renderers and keeps the others. */
  @FunctionalInterface
  interface Layer {

    /** Returns renderers whose {@link PromptRenderers#below()} is the argument. */
    PromptRenderers over(PromptRenderers below);
  }

  /**
   * Record with its nonce and its text for the envelope.
   *
   * @param body rendered and neutralized
   */
  record View<T>(T record, String nonce, String body) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "View";
    }
  }

  /** Speaker of a message, relative to the agent. */
  enum Speaker {
    /** The user. */
    USER,
    /** The agent itself. */
    SELF,
    /** Another agent. */
    PEER
  }

  /** Origin of a thought. */
  enum ThoughtKind {
    /** Readable, of the agent itself. */
    SELF,
    /** Readable, of another agent. */
    PEER,
    /** Vendor data that is sent next to the text; the body is a notice. */
    OPAQUE
  }

  /**
   * Text for a trust envelope.
   *
   * @param trusted true if the text may have the deployer's authority
   * @param kind such as {@code tool-result}
   * @param tool the tool or the source of the text
   * @param modality the way in which the medium could carry instructions; for media only
   */
  record Block(
      boolean trusted,
      String nonce,
      String kind,
      @Nullable String tool,
      @Nullable String modality,
      String body) {

    /** Creates untrusted text that is not media. */
    public Block(String nonce, String kind, @Nullable String tool, String body) {
      this(false, nonce, kind, tool, null, body);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Block[" + kind + "]";
    }
  }

  /** Record of the timeline. */
  sealed interface TimelineItem {

    /** Returns the time by which the timeline is ordered. */
    Instant createdAt();

    /** A message. */
    record MessageItem(Message message) implements TimelineItem {
      @Override
      public Instant createdAt() {
        return message.createdAt();
      }
    }

    /** A thought. */
    record ThoughtItem(Thought thought) implements TimelineItem {
      @Override
      public Instant createdAt() {
        return thought.createdAt();
      }
    }

    /** A tool call. */
    record CallItem(ToolCall call) implements TimelineItem {
      @Override
      public Instant createdAt() {
        return call.createdAt();
      }
    }
  }
}
