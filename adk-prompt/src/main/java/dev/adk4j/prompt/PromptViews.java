package dev.adk4j.prompt;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the replaceable renderers are given: a record, its nonce, and its text as it goes into the
 * envelope, rendered against the context and with imitated tags already defused.
 */
public final class PromptViews {

  private PromptViews() {}

  /** A memory. */
  public record MemoryView(Memory memory, String nonce, String body) {
    /** Never the content. */
    @Override
    public String toString() {
      return "MemoryView[" + memory.id() + "]";
    }
  }

  /** A retrievable; the body is the handle where it is an artifact that is not inlined. */
  public record RetrievableView(Retrievable retrievable, String nonce, String body) {
    /** Never the content. */
    @Override
    public String toString() {
      return "RetrievableView[" + retrievable.id() + "]";
    }
  }

  /** Who speaks, seen from the agent. */
  public enum Speaker {
    USER,
    SELF,
    PEER
  }

  /**
   * A message's text.
   *
   * @param from what the model calls the speaker
   */
  public record MessageView(
      Message message, String nonce, Speaker speaker, String from, String body) {
    /** Never the content. */
    @Override
    public String toString() {
      return "MessageView[" + message.id() + "]";
    }
  }

  /** How a thought is shown. */
  public enum ThoughtKind {
    SELF,
    PEER,
    /** The body is a notice: the vendor's own form goes out beside the text. */
    OPAQUE
  }

  /**
   * A thought that is shown.
   *
   * @param from the thinker's identifier
   */
  public record ThoughtView(
      Thought thought, String nonce, ThoughtKind kind, String from, String body) {
    /** Never the content. */
    @Override
    public String toString() {
      return "ThoughtView[" + thought.id() + "]";
    }
  }

  /**
   * Text in an envelope that says how far it is to be trusted.
   *
   * @param kind what it is, such as {@code tool-result}
   * @param tool the tool or the source it came from
   * @param modality how its medium could carry instructions; for media only
   */
  public record Block(
      String nonce, String kind, @Nullable String tool, @Nullable String modality, String body) {

    public Block(String nonce, String kind, @Nullable String tool, String body) {
      this(nonce, kind, tool, null, body);
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Block[" + kind + "]";
    }
  }

  /**
   * A tool call's text result.
   *
   * @param tool null where it is no longer registered
   * @param handle whether the body is a handle
   * @param trusted whether it may be shown as the deployer's own words
   */
  public record ToolResultView(
      ToolCall call,
      @Nullable Tool tool,
      String nonce,
      boolean handle,
      boolean trusted,
      String body) {
    /** Never the content. */
    @Override
    public String toString() {
      return "ToolResultView[" + call.id() + "]";
    }
  }

  /**
   * An artifact that is left out.
   *
   * @param id by which it is asked for
   * @param byteLength 0 where it could not be found out
   * @param lineCount 0 where it could not be found out
   * @param readers the tools that read it; empty where there are none
   */
  public record HandleView(
      String id, SpooledArtifact artifact, long byteLength, long lineCount, List<Reader> readers) {

    public HandleView {
      readers = List.copyOf(readers);
    }
  }

  /** A tool that reads an artifact. */
  public record Reader(String name, String description) {}
}
