package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A tool call that has been answered, with what it was asked and what came of it. Immutable but for
 * {@link Tokenizable#set}; equal only to itself.
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class ToolCall implements Displayable {

  /** What {@link #inline()} is where nobody says otherwise; executors always say it. */
  public static final boolean DEFAULT_INLINE = true;

  private static final AdkErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE;

  private final String id;
  private final @Nullable String providerId;
  private final String tool;
  private final JsonValue args;
  private final @Nullable JsonValue requestedArgs;
  private final String checksum;
  private final boolean isComplete;
  private final boolean isError;
  private final ToolResults results;
  private final @Nullable JsonValue payload;
  private final @Nullable String replayCompatibility;
  private final boolean fromArtifactTool;
  private final boolean inline;
  private final Instant createdAt;
  private final Instant updatedAt;
  private final Instant completedAt;

  private ToolCall(Fields in) {
    this.id = in.text("id");
    this.providerId = in.optionalText("providerId");
    this.tool = in.text("tool");
    this.args =
        in.required(
            "args", ToolArgs::of, ToolArgs.NONE, "a JSON object, or text that parses to one");
    this.requestedArgs =
        in.isPresent("requestedArgs")
            ? in.required(
                "requestedArgs",
                ToolArgs::of,
                ToolArgs.NONE,
                "a JSON object, or text that parses to one")
            : null;
    this.checksum = in.text("checksum");
    this.isComplete = in.flag("isComplete");
    this.isError = in.flag("isError");
    this.results =
        in.required(
            "results",
            value -> ToolResultsReader.read(value, in.decoding()),
            ToolResults.text(""),
            "a Tokenizable, artifacts or media; lists must be of one kind");
    this.payload = in.json("payload");
    this.replayCompatibility = in.optionalText("replayCompatibility");
    in.check(
        payload == null || replayCompatibility != null || !in.sound("replayCompatibility"),
        "replayCompatibility",
        "required",
        "is required with a payload");
    this.fromArtifactTool = in.flag("fromArtifactTool", false);
    this.inline = in.flag("inline", DEFAULT_INLINE);
    this.createdAt = in.instant("createdAt");
    this.updatedAt = in.instant("updatedAt");
    this.completedAt = in.instant("completedAt");
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** From an untyped JSON object whose results are text; others need a {@link SnapshotCodec}. */
  public static ToolCall fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** From an untyped JSON object; the codec resolves the readers of the results. */
  public static ToolCall fromJson(JsonNode json, SnapshotCodec codec) {
    return read(json, new Decoding(codec, false));
  }

  /** From untyped values; the results are live instances. */
  public static ToolCall fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static ToolCall read(@Nullable Object value, Decoding decoding) {
    return new ToolCall(Fields.of(CODE, value, decoding));
  }

  /** Minted by the library, unique in its conversation; the key of the record and of its bytes. */
  public String id() {
    return id;
  }

  /**
   * The id that the provider of the model gave the call; empty where it gave none. Providers repeat
   * theirs, so it is never a key: it goes back to the provider with the call, and nowhere else.
   */
  public Optional<String> providerId() {
    return Optional.ofNullable(providerId);
  }

  /** The tool's name. */
  public String tool() {
    return tool;
  }

  /** What the tool was run with; always a JSON object. */
  public JsonValue args() {
    return args;
  }

  /**
   * What the model asked for, a JSON object; empty where that is what ran. A call that was edited
   * before it was approved has both.
   */
  public Optional<JsonValue> requestedArgs() {
    return Optional.ofNullable(requestedArgs);
  }

  /**
   * As its producer gave it; see {@link dev.adk4j.value.Checksum}. Not compared with the arguments.
   */
  public String checksum() {
    return checksum;
  }

  public boolean isComplete() {
    return isComplete;
  }

  public boolean isError() {
    return isError;
  }

  public ToolResults results() {
    return results;
  }

  /** The vendor's own data about the call, untouched; never JSON's null. */
  public Optional<JsonValue> payload() {
    return Optional.ofNullable(payload);
  }

  /** The tag of the vendor format that the payload is in; present whenever there is a payload. */
  public Optional<String> replayCompatibility() {
    return Optional.ofNullable(replayCompatibility);
  }

  /**
   * Whether a tool that queries artifacts was called; such a call is never offered for querying
   * itself.
   */
  public boolean fromArtifactTool() {
    return fromArtifactTool;
  }

  /**
   * Whether a single artifact is shown to the model as a whole, not as a handle; no effect on other
   * results.
   */
  public boolean inline() {
    return inline;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Instant updatedAt() {
    return updatedAt;
  }

  public Instant completedAt() {
    return completedAt;
  }

  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .providerId(providerId)
        .tool(tool)
        .args(args)
        .requestedArgs(requestedArgs)
        .checksum(checksum)
        .isComplete(isComplete)
        .isError(isError)
        .results(results)
        .payload(payload)
        .replayCompatibility(replayCompatibility)
        .fromArtifactTool(fromArtifactTool)
        .inline(inline)
        .createdAt(createdAt)
        .updatedAt(updatedAt)
        .completedAt(completedAt);
  }

  /** Whether all fields are the same; a dynamic text is compared by its value without a context. */
  public boolean sameContentAs(ToolCall other) {
    return id.equals(other.id)
        && providerId().equals(other.providerId())
        && tool.equals(other.tool)
        && args.equals(other.args)
        && requestedArgs().equals(other.requestedArgs())
        && checksum.equals(other.checksum)
        && isComplete == other.isComplete
        && isError == other.isError
        && results.sameContentAs(other.results)
        && payload().equals(other.payload())
        && replayCompatibility().equals(other.replayCompatibility())
        && fromArtifactTool == other.fromArtifactTool
        && inline == other.inline
        && createdAt.equals(other.createdAt)
        && updatedAt.equals(other.updatedAt)
        && completedAt.equals(other.completedAt);
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  /** Id and tool; never arguments or results. */
  @Override
  public String toString() {
    return "ToolCall[" + id + ", " + tool + "]";
  }

  /** Not thread-safe. */
  public static final class Builder extends RecordBuilder<Builder> {

    private Builder() {}

    /** Null for none. */
    public Builder providerId(@Nullable String providerId) {
      return put("providerId", providerId);
    }

    public Builder tool(@Nullable String tool) {
      return put("tool", tool);
    }

    /** A JSON object. */
    public Builder args(@Nullable JsonValue args) {
      return put("args", args);
    }

    /** A JSON object; copied. */
    public Builder args(@Nullable JsonNode args) {
      return put("args", args);
    }

    /** Copied. */
    public Builder args(@Nullable Map<String, ?> args) {
      return put("args", args);
    }

    /** JSON text that parses to an object. */
    public Builder args(@Nullable String json) {
      return put("args", json);
    }

    /** A JSON object; null where the call was not edited. */
    public Builder requestedArgs(@Nullable JsonValue requestedArgs) {
      return put("requestedArgs", requestedArgs);
    }

    public Builder checksum(@Nullable String checksum) {
      return put("checksum", checksum);
    }

    public Builder isComplete(boolean isComplete) {
      return put("isComplete", isComplete);
    }

    public Builder isError(boolean isError) {
      return put("isError", isError);
    }

    public Builder results(@Nullable ToolResults results) {
      return put("results", results);
    }

    public Builder results(@Nullable Tokenizable results) {
      return put("results", results);
    }

    public Builder results(@Nullable SpooledArtifact results) {
      return put("results", results);
    }

    public Builder results(@Nullable Media results) {
      return put("results", results);
    }

    /** JSON's null is the same as none. */
    public Builder payload(@Nullable JsonValue payload) {
      return put("payload", payload);
    }

    /** Copied; JSON's null is the same as none. */
    public Builder payload(@Nullable JsonNode payload) {
      return put("payload", payload);
    }

    public Builder replayCompatibility(@Nullable String replayCompatibility) {
      return put("replayCompatibility", replayCompatibility);
    }

    public Builder fromArtifactTool(boolean fromArtifactTool) {
      return put("fromArtifactTool", fromArtifactTool);
    }

    public Builder inline(boolean inline) {
      return put("inline", inline);
    }

    /** In whole milliseconds; smaller parts are cut off. */
    public Builder completedAt(@Nullable Instant completedAt) {
      return put("completedAt", completedAt);
    }

    public Builder completedAt(@Nullable OffsetDateTime completedAt) {
      return put("completedAt", completedAt);
    }

    public Builder completedAt(@Nullable ZonedDateTime completedAt) {
      return put("completedAt", completedAt);
    }

    public Builder completedAt(@Nullable Date completedAt) {
      return put("completedAt", completedAt);
    }

    /** ISO-8601 text; without an offset it is UTC. */
    public Builder completedAt(@Nullable CharSequence completedAt) {
      return put("completedAt", completedAt);
    }

    /** Milliseconds since 1970. */
    public Builder completedAt(long epochMillis) {
      return put("completedAt", epochMillis);
    }

    /** Throws {@code E_INVALID_INITIAL_TOOL_CALL_VALUE} with everything that is wrong. */
    public ToolCall build() {
      return new ToolCall(values.fields(CODE));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
