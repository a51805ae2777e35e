package dev.adk4j.loop;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.schema.ToolSchema;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds the settings of a {@link Tool}, which has a copy that no other code changes. */
abstract class ToolSettings implements Cloneable {

  final @Nullable String name;
  final boolean artifactTool;
  @Nullable String description;
  @Nullable ToolSchema inputSchema;
  @Nullable ValidationException schemaProblem;
  Tool.@Nullable Handler handler;
  @Nullable ArtifactType<?> artifactType;
  Map<String, ? extends @Nullable Object> meta = Map.of();
  boolean ephemeral;
  boolean trusted;
  boolean readOnly;
  boolean parallel;
  AfterCrash afterCrash = AfterCrash.DEFAULT;
  Tool.@Nullable CallLookup completedBy;
  @Nullable Duration timeout;
  Tool.OnCollision onCollision = Tool.OnCollision.THROW;
  @Nullable ToolGuard guard;

  ToolSettings(@Nullable String name, boolean artifactTool) {
    this.name = name;
    this.artifactTool = artifactTool;
  }

  abstract Tool.Builder self();

  final Tool.Builder copy() {
    try {
      return (Tool.Builder) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public Tool.Builder description(String description) {
    this.description = description;
    return self();
  }

  public Tool.Builder inputSchema(ToolSchema inputSchema) {
    this.inputSchema = inputSchema;
    this.schemaProblem = null;
    return self();
  }

  /** Sets a JSON Schema as text; {@link Tool.Builder#build()} reports its errors. */
  public Tool.Builder inputSchema(String json) {
    try {
      return inputSchema(ToolSchema.parse(json));
    } catch (AdkException e) {
      if (!(e.getCause() instanceof ValidationException problem)) {
        throw e;
      }
      this.inputSchema = null;
      this.schemaProblem = problem;
      return self();
    }
  }

  public Tool.Builder handler(Tool.Handler handler) {
    this.handler = handler;
    return self();
  }

  /** Sets the artifact type of text and bytes; not allowed for an artifact tool. */
  public Tool.Builder artifactType(ArtifactType<?> artifactType) {
    this.artifactType = artifactType;
    return self();
  }

  public Tool.Builder meta(Map<String, ? extends @Nullable Object> meta) {
    this.meta = meta;
    return self();
  }

  public Tool.Builder ephemeral(boolean ephemeral) {
    this.ephemeral = ephemeral;
    return self();
  }

  public Tool.Builder trusted(boolean trusted) {
    this.trusted = trusted;
    return self();
  }

  /** Declares that a call changes nothing; see {@link Tool#readOnly()}. */
  public Tool.Builder readOnly(boolean readOnly) {
    this.readOnly = readOnly;
    return self();
  }

  /** Declares that calls may run at the same time as others; see {@link Tool#parallel()}. */
  public Tool.Builder parallel(boolean parallel) {
    this.parallel = parallel;
    return self();
  }

  /**
   * Sets how a call is handled that was running when its process ended; by default, a read-only
   * tool is started again, and any other is not.
   */
  public Tool.Builder afterCrash(AfterCrash afterCrash) {
    this.afterCrash = Objects.requireNonNull(afterCrash, "afterCrash");
    return self();
  }

  /**
   * Sets the lookup of such a call's outcome, which runs before {@link #afterCrash} decides; null
   * for none.
   */
  public Tool.Builder completedBy(Tool.@Nullable CallLookup completedBy) {
    this.completedBy = completedBy;
    return self();
  }

  /**
   * Limits the time of a call, without the time of its approval; null for no limit. When the time
   * is over, the thread of the call is interrupted, and the model receives {@code E_TOOL_TIMEOUT}.
   * The turn waits for a handler that continues despite an interrupt.
   */
  public Tool.Builder timeout(@Nullable Duration timeout) {
    this.timeout = timeout;
    return self();
  }

  public Tool.Builder onCollision(Tool.OnCollision onCollision) {
    this.onCollision = onCollision;
    return self();
  }

  /** Sets the guard that decides on each call before it starts; null for none. */
  public Tool.Builder guard(@Nullable ToolGuard guard) {
    this.guard = guard;
    return self();
  }
}
