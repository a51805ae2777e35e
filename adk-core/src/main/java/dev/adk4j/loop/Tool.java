package dev.adk4j.loop;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A function that a model may call: name, description, schema and handler. Immutable; shared by
 * concurrent turns.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Tool {

  private final ToolSettings set;
  private final String name;
  private final String description;
  private final ToolSchema inputSchema;
  final Handler handler;
  private final Attributes meta;

  /**
   * @param set a copy that no other code changes
   */
  private Tool(ToolSettings set, Attributes meta) {
    this.set = set;
    this.name = Objects.requireNonNull(set.name);
    this.description = Objects.requireNonNull(set.description);
    this.inputSchema = Objects.requireNonNull(set.inputSchema);
    this.handler = Objects.requireNonNull(set.handler);
    this.meta = meta;
  }

  /** Returns a builder of a tool whose text and byte results are spooled into artifacts. */
  public static Builder builder(String name) {
    return new Builder(name, false);
  }

  /**
   * Returns a builder of a tool whose text is the result that the model sees; it must return text.
   */
  public static Builder artifactTool(String name) {
    return new Builder(name, true);
  }

  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  public ToolSchema inputSchema() {
    return inputSchema;
  }

  /** Returns the artifact type for text and bytes; empty for the base artifact. */
  public Optional<ArtifactType<?>> artifactType() {
    return Optional.ofNullable(set.artifactType);
  }

  /** Returns a new copy for each call: a handler's changes to it have no effect elsewhere. */
  public Attributes meta() {
    return meta.copy();
  }

  /**
   * Returns true for a tool that is removed from its registry when the dispatch is acknowledged.
   */
  public boolean ephemeral() {
    return set.ephemeral;
  }

  /**
   * Returns true if the prompt renders the tool's own text as the deployer's intent; this excludes
   * media that it returns.
   */
  public boolean trusted() {
    return set.trusted;
  }

  /**
   * Returns true if a call changes nothing, here or elsewhere. A call that was running when its
   * process ended is then started again instead of being reported with an unknown outcome. Does not
   * imply that calls may run at once.
   */
  public boolean readOnly() {
    return set.readOnly;
  }

  /**
   * Returns how a call is handled that was running when its process ended; never {@link
   * AfterCrash#DEFAULT}.
   */
  public AfterCrash afterCrash() {
    if (set.afterCrash != AfterCrash.DEFAULT) {
      return set.afterCrash;
    }
    return set.readOnly ? AfterCrash.REPEAT : AfterCrash.NEVER_AGAIN;
  }

  /** Returns the lookup of such a call's outcome; empty if there is none. */
  public Optional<CallLookup> completedBy() {
    return Optional.ofNullable(set.completedBy);
  }

  /**
   * Returns true if calls may run at the same time as other calls of the same response, including
   * other calls of this tool. Each call then runs on its own thread.
   */
  public boolean parallel() {
    return set.parallel;
  }

  /** Returns the time after which a call is interrupted and fails; empty for none. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(set.timeout);
  }

  public OnCollision onCollision() {
    return set.onCollision;
  }

  public boolean isArtifactTool() {
    return set.artifactTool;
  }

  /** Returns the guard that decides on each call before it starts; empty for none. */
  public Optional<ToolGuard> guard() {
    return Optional.ofNullable(set.guard);
  }

  /** Returns a builder initialized from this tool. */
  public Builder toBuilder() {
    Builder builder = set.copy();
    builder.meta = meta.all();
    return builder;
  }

  /** Returns the description for a model. */
  public Description describe() {
    return new Description(name, description, inputSchema.json());
  }

  /**
   * Validates arguments and fills in defaults; converts nothing.
   *
   * @param args null for an empty object
   * @throws AdkException {@code E_INVALID_TOOL_ARGS} with all violations
   */
  public JsonNode validate(@Nullable JsonNode args) {
    try {
      return inputSchema.validate(ToolExecution.orEmpty(args));
    } catch (ValidationException e) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TOOL_ARGS,
          "The arguments of tool '" + name + "' are not valid: " + e.getMessage(),
          e);
    }
  }

  /** Binds the tool to a dispatch, for calls that are not recorded. */
  public Executor executor(DispatchContext ctx) {
    return args -> new ToolExecution(this, ctx, args, null, edited -> {}).run(false);
  }

  /**
   * Binds the tool to one call of a dispatch.
   *
   * @param again true for a call that was started before and waited for its task; see {@link
   *     ToolGuard#again()}
   */
  public Executor executor(
      DispatchContext ctx, String recordId, Consumer<JsonNode> onEdit, boolean again) {
    return args -> new ToolExecution(this, ctx, args, recordId, onEdit).run(again);
  }

  /**
   * Returns the gate that the tool's guard would wait for before the call starts; empty if it asks
   * for no decision, or if the call cannot start at all.
   */
  public Optional<GateRequest<?>> approval(
      DispatchContext ctx, String recordId, @Nullable JsonNode args) {
    return ToolExecution.approval(this, ctx, args, recordId);
  }

  @Override
  public String toString() {
    return "Tool[" + name + "]";
  }

  /** Builds a {@link Tool}; {@link #build()} reports all violations at once. */
  public static final class Builder extends ToolSettings {

    private Builder(@Nullable String name, boolean artifactTool) {
      super(name, artifactTool);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * @throws AdkException {@code E_INVALID_INITIAL_TOOL_VALUE}
     */
    public Tool build() {
      Violations violations =
          new Violations()
              .requiredText(name, "$.name")
              .requiredText(description, "$.description")
              .required(handler, "$.handler")
              .check(
                  timeout == null || timeout.isPositive(),
                  "$.timeout",
                  "range",
                  "must be longer than 0")
              .check(
                  !artifactTool || artifactType == null,
                  "$.artifactType",
                  "forbidden",
                  "is not allowed for an artifact tool, whose text is the result itself");
      if (schemaProblem == null) {
        violations.required(inputSchema, "$.inputSchema");
      } else {
        violations.addAll("$.inputSchema", schemaProblem);
      }
      Attributes copied = copyMeta(violations);
      violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
      return new Tool(copy(), copied);
    }

    private Attributes copyMeta(Violations violations) {
      try {
        return Attributes.of(meta);
      } catch (AdkException e) {
        if (e.getCause() instanceof ValidationException problem) {
          violations.addAll("$.meta", problem);
        } else {
          violations.add("$.meta", "type", String.valueOf(e.getMessage()));
        }
        return new Attributes();
      }
    }
  }

  /** Resolves a collision of two tools with one name when registries are merged. */
  public enum OnCollision {
    /** Leaves the decision to the merge's own option. */
    THROW,
    /** Keeps the incoming tool. */
    REPLACE,
    /** Keeps the existing tool. */
    KEEP
  }

  /** A tool bound to a dispatch; may be used for many calls, also concurrently. */
  @FunctionalInterface
  public interface Executor {

    /**
     * Validates the arguments, runs the handler between the two tool execution events and returns
     * its output.
     *
     * @param args null for an empty object
     * @throws dev.adk4j.error.AdkException {@code E_INVALID_TOOL_ARGS}, without an event, or {@code
     *     E_TOOL_DOWNSTREAM_ERROR}
     */
    ToolOutput execute(@Nullable JsonNode args);
  }

  /** Handles the calls of a tool. Must be thread-safe. */
  @FunctionalInterface
  public interface Handler {

    /**
     * @param args validated, defaults filled in; the handler's own copy
     * @param meta the tool's own, read-only by convention
     */
    ToolOutput handle(JsonNode args, DispatchContext ctx, Attributes meta) throws Exception;

    /**
     * Called instead of the method above, which it calls by default; override it in a handler that
     * needs the call's id.
     *
     * @param recordId the id of the call's future record; null for a call that is not recorded
     */
    default ToolOutput handle(
        JsonNode args, DispatchContext ctx, Attributes meta, @Nullable String recordId)
        throws Exception {
      return handle(args, ctx, meta);
    }
  }

  /** Describes a tool to a model. */
  public record Description(String name, String description, JsonValue inputSchema) {}

  /** Looks up the outcome of a call whose process ended before its result was stored. */
  @FunctionalInterface
  public interface CallLookup {

    /**
     * Returns the result of the call if it did its work.
     *
     * @param idempotencyKey the key that the call was given
     * @return empty if the call did not do its work or is unknown; {@link AfterCrash} decides then
     * @throws Exception if the outcome cannot be determined now; the call then ends with an unknown
     *     outcome
     */
    Optional<ToolOutput> find(String idempotencyKey, DispatchContext ctx) throws Exception;
  }
}
