package dev.adk4j.gate;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What {@code waitFor} is asked to wait for. Immutable. What is wrong with it is reported by {@code
 * waitFor}, with {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, before any gate event.
 *
 * @param <T> what the waiter gets
 */
@NoJsonForm
public final class GateRequest<T extends @Nullable Object> {

  private final @Nullable String id;
  private final @Nullable String reason;
  private final @Nullable Object payload;
  private final @Nullable GateSchema<T> schema;
  private final Options options;
  private final @Nullable Predicate<? super T> edited;

  private GateRequest(
      @Nullable String id,
      @Nullable String reason,
      @Nullable Object payload,
      @Nullable GateSchema<T> schema,
      Options options,
      @Nullable Predicate<? super T> edited) {
    this.id = id;
    this.reason = reason;
    this.payload = payload;
    this.schema = schema;
    this.options = options;
    this.edited = edited;
  }

  /**
   * A gate that accepts any value.
   *
   * @param id chosen by the caller, not empty; uniqueness is not checked
   * @param reason a label such as {@code tool_approval}, not empty
   * @param payload what the one who decides is shown; passed through untouched
   */
  public static GateRequest<@Nullable Object> of(
      String id, String reason, @Nullable Object payload) {
    return new GateRequest<>(id, reason, payload, null, Options.NONE, null);
  }

  /** The same request, its resolution checked and typed; {@link #editedWhen} is to follow it. */
  public <U extends @Nullable Object> GateRequest<U> schema(GateSchema<U> schema) {
    return new GateRequest<>(id, reason, payload, schema, options, null);
  }

  /** The same request, given up after at least 1 ms (whole milliseconds). */
  public GateRequest<T> timeout(Duration timeout) {
    return with(options.withTimeout(timeout));
  }

  /** The same request with a creation time other than now. */
  public GateRequest<T> createdAt(Instant createdAt) {
    return with(options.withCreatedAt(createdAt));
  }

  /**
   * The same request under a key, by which a decision is found again when the turn is repeated: one
   * that was made while nobody waited any more answers at once. A key belongs to the conversation
   * of the turn and, until the gate is decided, names one gate in it; in a turn without
   * conversation, and without a {@link GateStore}, it does nothing.
   *
   * @param key not empty, at most 200 characters
   */
  public GateRequest<T> key(String key) {
    return with(options.withKey(key));
  }

  /** {@link #forTool(String, JsonValue, String, String)} with the arguments' own checksum. */
  public GateRequest<T> forTool(String tool, JsonValue args) {
    return forTool(tool, args, Checksum.of(tool, args), null);
  }

  /**
   * The same request on behalf of a tool's call. The call's {@link Checksum#exact} is the key:
   * within the conversation, exactly the same call finds its decision again.
   *
   * @param args what the one who decides is shown
   * @param checksum the call id of the call's events, see {@link Checksum}
   * @param toolCallId the id that the call's record has, or will have; null for a call that is not
   *     recorded
   */
  public GateRequest<T> forTool(
      String tool, JsonValue args, String checksum, @Nullable String toolCallId) {
    return with(options.withTool(tool, checksum, toolCallId).withKey(toolKey(tool, args)));
  }

  /** The key that {@link #forTool} gives a request. */
  public static String toolKey(String tool, JsonValue args) {
    String name = tool.length() <= 100 ? tool : Checksum.of(tool, JsonValue.NULL);
    return "tool:" + name + ":" + Checksum.exact(tool, args);
  }

  /**
   * The same request; whether a resolution is recorded as edited is what this says of the value the
   * waiter gets, not what the one who decided says.
   */
  public GateRequest<T> editedWhen(Predicate<? super T> edited) {
    return new GateRequest<>(id, reason, payload, schema, options, edited);
  }

  /**
   * The same request; the receipt of the decision is handed over on the waiter's thread, right
   * before {@code waitFor} returns the value. Not called where it throws.
   */
  public GateRequest<T> onDecision(Consumer<GateReceipt> onDecision) {
    return with(options.withOnDecision(onDecision));
  }

  public @Nullable String id() {
    return id;
  }

  public @Nullable String reason() {
    return reason;
  }

  public @Nullable Object payload() {
    return payload;
  }

  public Optional<GateSchema<T>> schema() {
    return Optional.ofNullable(schema);
  }

  public Optional<Duration> timeout() {
    return Optional.ofNullable(options.timeout);
  }

  public Optional<Instant> createdAt() {
    return Optional.ofNullable(options.createdAt);
  }

  public Optional<String> key() {
    return Optional.ofNullable(options.key);
  }

  /** The tool that asks, where one does. */
  public Optional<String> tool() {
    return Optional.ofNullable(options.tool);
  }

  /** The checksum of the tool's call. */
  public Optional<String> checksum() {
    return Optional.ofNullable(options.checksum);
  }

  /** The id of the call's record. */
  public Optional<String> toolCallId() {
    return Optional.ofNullable(options.toolCallId);
  }

  Optional<Consumer<GateReceipt>> onDecision() {
    return Optional.ofNullable(options.onDecision);
  }

  /** What the request's own rule says of a checked value; {@code claimed} where it has none. */
  @SuppressWarnings({"unchecked", "NullAway"}) // the value came out of this request's schema
  boolean edited(@Nullable Object value, boolean claimed) {
    Predicate<? super T> rule = edited;
    return rule == null ? claimed : rule.test((T) value);
  }

  private GateRequest<T> with(Options options) {
    return new GateRequest<>(id, reason, payload, schema, options, edited);
  }

  /** What most requests do without. */
  private record Options(
      @Nullable Duration timeout,
      @Nullable Instant createdAt,
      @Nullable String key,
      @Nullable String tool,
      @Nullable String checksum,
      @Nullable String toolCallId,
      @Nullable Consumer<GateReceipt> onDecision) {

    static final Options NONE = new Options(null, null, null, null, null, null, null);

    Options withTimeout(Duration timeout) {
      return new Options(timeout, createdAt, key, tool, checksum, toolCallId, onDecision);
    }

    Options withCreatedAt(Instant createdAt) {
      return new Options(timeout, createdAt, key, tool, checksum, toolCallId, onDecision);
    }

    Options withKey(String key) {
      return new Options(timeout, createdAt, key, tool, checksum, toolCallId, onDecision);
    }

    Options withTool(String tool, String checksum, @Nullable String toolCallId) {
      return new Options(
          timeout,
          createdAt,
          key,
          Objects.requireNonNull(tool, "tool"),
          Objects.requireNonNull(checksum, "checksum"),
          toolCallId,
          onDecision);
    }

    Options withOnDecision(Consumer<GateReceipt> onDecision) {
      return new Options(timeout, createdAt, key, tool, checksum, toolCallId, onDecision);
    }
  }
}
