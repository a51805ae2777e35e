package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * An answered tool call with its arguments and results. Immutable but for {@link Tokenizable#set};
 * equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class ToolCall implements Displayable {

  /** The default of {@link #inline()}; executors always set it. */
  public static final boolean DEFAULT_INLINE = true;

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE;

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

  private ToolCall(Builder given, Checks in) {
    this.id = in.text("id", given.id);
    this.providerId = in.optionalText("providerId", given.providerId);
    this.tool = in.text("tool", given.tool);
    this.args = in.form("args", given.args, ToolArgs::of, ToolArgs.NONE, ToolArgs.ACCEPTED);
    this.requestedArgs =
        given.requestedArgs == null
            ? null
            : in.form(
                "requestedArgs",
                given.requestedArgs,
                ToolArgs::of,
                ToolArgs.NONE,
                ToolArgs.ACCEPTED);
    this.checksum = in.text("checksum", given.checksum);
    this.isComplete = in.required("isComplete", given.isComplete, false);
    this.isError = in.required("isError", given.isError, false);
    this.results =
        in.form(
            "results",
            given.results,
            value -> ToolResultsReader.read(value, in.decoding),
            ToolResults.text(""),
            "a Tokenizable, artifacts or media; lists must be of one kind");
    this.payload = in.json("payload", given.payload);
    this.replayCompatibility = in.optionalText("replayCompatibility", given.replayCompatibility);
    in.check(
        payload == null || replayCompatibility != null || !in.sound("replayCompatibility"),
        "replayCompatibility",
        "required",
        "is required with a payload");
    this.fromArtifactTool = given.fromArtifactTool != null && given.fromArtifactTool;
    this.inline = given.inline == null ? DEFAULT_INLINE : given.inline;
    this.createdAt = in.instant("createdAt", given.createdAt);
    this.updatedAt = in.instant("updatedAt", given.updatedAt);
    this.completedAt = in.instant("completedAt", given.completedAt);
    in.done();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** From an untyped JSON object whose results are text; others need a {@link SnapshotCodec}. */
  public static ToolCall fromJson(JsonNode json) {
    return read(json, Decoding.LIVE);
  }

  /** From untyped values; the results are live instances. */
  public static ToolCall fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static ToolCall read(@Nullable Object value, Decoding decoding) {
    Fields in = Fields.of(CODE, value, decoding);
    Builder given = new Builder();
    given.read(in);
    given.providerId = in.text("providerId");
    given.tool = in.text("tool");
    given.args = in.given("args");
    given.requestedArgs = in.given("requestedArgs");
    given.checksum = in.text("checksum");
    given.isComplete = in.flag("isComplete");
    given.isError = in.flag("isError");
    given.results = in.given("results");
    given.payload = in.raw("payload");
    given.replayCompatibility = in.text("replayCompatibility");
    given.fromArtifactTool = in.flag("fromArtifactTool");
    given.inline = in.flag("inline");
    given.completedAt = in.given("completedAt");
    return new ToolCall(given, in);
  }

  /** Minted by the library, unique in its conversation; the key of the record and of its bytes. */
  public String id() {
    return id;
  }

  /**
   * Returns the id that the provider of the model gave the call; empty where it gave none.
   * Providers repeat theirs, so it is never a key: it goes back to the provider with the call, and
   * nowhere else.
   */
  public Optional<String> providerId() {
    return Optional.ofNullable(providerId);
  }

  /** Returns the tool's name. */
  public String tool() {
    return tool;
  }

  /** Returns the arguments that the tool ran with; always a JSON object. */
  public JsonValue args() {
    return args;
  }

  /**
   * Returns the model's own arguments, a JSON object, of a call that was edited before it was
   * approved; otherwise empty.
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

  /** Returns the results as one text; see {@link ToolResults#asText()}. */
  public String text() {
    return results.asText();
  }

  /** Returns the vendor's own data about the call, untouched; never JSON's null. */
  public Optional<JsonValue> payload() {
    return Optional.ofNullable(payload);
  }

  /**
   * Returns the tag of the vendor format that the payload is in; present whenever there is a
   * payload.
   */
  public Optional<String> replayCompatibility() {
    return Optional.ofNullable(replayCompatibility);
  }

  /**
   * Returns true for a call of a tool that queries artifacts; such a call is never offered for
   * querying itself.
   */
  public boolean fromArtifactTool() {
    return fromArtifactTool;
  }

  /**
   * Returns true when a single artifact is shown to the model as a whole, not as a handle; no
   * effect on other results.
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

  /** Compares all fields; a dynamic text by its value without a context. */
  public boolean sameContentAs(ToolCall other) {
    return ContentForm.INSTANCE.write(this).equals(ContentForm.INSTANCE.write(other));
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

    private @Nullable String providerId;
    private @Nullable String tool;
    private @Nullable Object args;
    private @Nullable Object requestedArgs;
    private @Nullable String checksum;
    private @Nullable Boolean isComplete;
    private @Nullable Boolean isError;
    private @Nullable Object results;
    private @Nullable Object payload;
    private @Nullable String replayCompatibility;
    private @Nullable Boolean fromArtifactTool;
    private @Nullable Boolean inline;
    private @Nullable Object completedAt;

    private Builder() {}

    /** Null for none. */
    public Builder providerId(@Nullable String providerId) {
      this.providerId = providerId;
      return this;
    }

    public Builder tool(@Nullable String tool) {
      this.tool = tool;
      return this;
    }

    /** Returns a JSON object. */
    public Builder args(@Nullable JsonValue args) {
      this.args = args;
      return this;
    }

    /** Returns a JSON object; copied. */
    public Builder args(@Nullable JsonNode args) {
      this.args = args;
      return this;
    }

    /** Copied. */
    public Builder args(@Nullable Map<String, ?> args) {
      this.args = args;
      return this;
    }

    /** JSON text that parses to an object. */
    public Builder args(@Nullable String json) {
      this.args = json;
      return this;
    }

    /** Returns a JSON object; null where the call was not edited. */
    public Builder requestedArgs(@Nullable JsonValue requestedArgs) {
      this.requestedArgs = requestedArgs;
      return this;
    }

    public Builder checksum(@Nullable String checksum) {
      this.checksum = checksum;
      return this;
    }

    public Builder isComplete(boolean isComplete) {
      this.isComplete = isComplete;
      return this;
    }

    public Builder isError(boolean isError) {
      this.isError = isError;
      return this;
    }

    public Builder results(@Nullable ToolResults results) {
      this.results = results;
      return this;
    }

    public Builder results(@Nullable Tokenizable results) {
      this.results = results;
      return this;
    }

    public Builder results(@Nullable SpooledArtifact results) {
      this.results = results;
      return this;
    }

    public Builder results(@Nullable Media results) {
      this.results = results;
      return this;
    }

    /** JSON's null is the same as none. */
    public Builder payload(@Nullable JsonValue payload) {
      this.payload = payload;
      return this;
    }

    public Builder replayCompatibility(@Nullable String replayCompatibility) {
      this.replayCompatibility = replayCompatibility;
      return this;
    }

    public Builder fromArtifactTool(boolean fromArtifactTool) {
      this.fromArtifactTool = fromArtifactTool;
      return this;
    }

    public Builder inline(boolean inline) {
      this.inline = inline;
      return this;
    }

    /**
     * Returns an {@link Instant}, a date and time with an offset or a zone; one without is UTC. In
     * whole milliseconds; smaller parts are cut off.
     */
    public Builder completedAt(@Nullable TemporalAccessor completedAt) {
      this.completedAt = completedAt;
      return this;
    }

    /** Throws {@code E_INVALID_INITIAL_TOOL_CALL_VALUE} with everything that is wrong. */
    public ToolCall build() {
      return new ToolCall(this, new Checks(CODE));
    }

    @Override
    Builder self() {
      return this;
    }
  }
}
