package dev.adk4j.gate;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.TurnStore;
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
 * Request for which {@code waitFor} opens a gate. Immutable. {@code waitFor} reports all invalid
 * settings with {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, before any gate event.
 *
 * @param <T> the type of the waiter's value
 * @since 0.1.0
 */
@NoJsonForm
public final class GateRequest<T extends @Nullable Object> {

  private final @Nullable String id;
  private final @Nullable String reason;
  private final @Nullable Object payload;
  private final @Nullable GateSchema<T> schema;
  private final @Nullable Predicate<? super T> edited;
  private final Options options;

  private GateRequest(
      @Nullable String id,
      @Nullable String reason,
      @Nullable Object payload,
      @Nullable GateSchema<T> schema,
      @Nullable Predicate<? super T> edited,
      Options options) {
    this.id = id;
    this.reason = reason;
    this.payload = payload;
    this.schema = schema;
    this.edited = edited;
    this.options = options;
  }

  /** Options that most requests do not use. */
  private record Options(
      @Nullable Duration timeout,
      @Nullable Instant createdAt,
      @Nullable String key,
      @Nullable Call call,
      @Nullable Consumer<GateReceipt> told) {}

  /** Tool's call that the gate is about. */
  private record Call(String tool, String checksum, @Nullable String recordId) {}

  /**
   * Returns a request for a gate that accepts any value.
   *
   * @param id an id that the caller chooses, not empty; uniqueness is not checked
   * @param reason a label such as {@code tool_approval}, not empty
   * @param payload data that is shown to the approver; passed through unchanged
   */
  public static GateRequest<@Nullable Object> of(
      String id, String reason, @Nullable Object payload) {
    Options none = new Options(null, null, null, null, null);
    return new GateRequest<>(id, reason, payload, null, null, none);
  }

  /** Checks and converts the resolution. Call {@link #editedWhen} after this method. */
  public <U extends @Nullable Object> GateRequest<U> schema(GateSchema<U> schema) {
    return new GateRequest<>(id, reason, payload, schema, null, options);
  }

  /** Sets the time after which the gate times out, in whole milliseconds, at least 1. */
  public GateRequest<T> timeout(Duration timeout) {
    Options o = options;
    return with(new Options(timeout, o.createdAt, o.key, o.call, o.told));
  }

  /** Sets a creation time other than now. */
  public GateRequest<T> createdAt(Instant createdAt) {
    Options o = options;
    return with(new Options(o.timeout, createdAt, o.key, o.call, o.told));
  }

  /**
   * Sets the key under which a decision is found again when the turn is repeated: a decision that
   * was made while no thread waited any more answers at once. A key belongs to the conversation of
   * the turn and, until the gate is decided, names one gate in it. The key has no effect in a turn
   * without conversation, and without a {@link TurnStore}.
   *
   * @param key not empty, at most 200 characters
   */
  public GateRequest<T> key(String key) {
    Options o = options;
    return with(new Options(o.timeout, o.createdAt, key, o.call, o.told));
  }

  /** Calls {@link #forTool(String, JsonValue, String, String)} with the arguments' checksum. */
  public GateRequest<T> forTool(String tool, JsonValue args) {
    return forTool(tool, args, Checksum.of(tool, args), null);
  }

  /**
   * Asks on behalf of a tool's call. The call's {@link Checksum#exact} is the key: within the
   * conversation, exactly the same call finds its decision again.
   *
   * @param args the arguments that are shown to the approver
   * @param checksum the call id of the call's events, see {@link Checksum}
   * @param toolCallId the id that the call's record has, or will have; null for a call that is not
   *     recorded
   */
  public GateRequest<T> forTool(
      String tool, JsonValue args, String checksum, @Nullable String toolCallId) {
    Options o = options;
    Call call = new Call(tool, Objects.requireNonNull(checksum, "checksum"), toolCallId);
    return with(new Options(o.timeout, o.createdAt, toolKey(tool, args), call, o.told));
  }

  /** Returns the key that {@link #forTool} gives a request. */
  public static String toolKey(String tool, JsonValue args) {
    String name = tool.length() <= 100 ? tool : Checksum.of(tool, JsonValue.NULL);
    return "tool:" + name + ":" + Checksum.exact(tool, args);
  }

  /**
   * Sets the rule that decides whether the waiter's value is recorded as edited. The rule takes
   * precedence over the approver's own statement.
   */
  public GateRequest<T> editedWhen(Predicate<? super T> edited) {
    return new GateRequest<>(id, reason, payload, schema, edited, options);
  }

  /**
   * Sets a callback that receives the receipt of the decision, on the waiter's thread, right before
   * {@code waitFor} returns the value. Not called if {@code waitFor} throws.
   */
  public GateRequest<T> onDecision(Consumer<GateReceipt> onDecision) {
    Options o = options;
    return with(new Options(o.timeout, o.createdAt, o.key, o.call, onDecision));
  }

  private GateRequest<T> with(Options changed) {
    return new GateRequest<>(id, reason, payload, schema, edited, changed);
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

  /** Returns the tool that asks; empty if no tool asks. */
  public Optional<String> tool() {
    return Optional.ofNullable(options.call).map(Call::tool);
  }

  /** Returns the checksum of the tool's call. */
  public Optional<String> checksum() {
    return Optional.ofNullable(options.call).map(Call::checksum);
  }

  /** Returns the id of the call's record. */
  public Optional<String> toolCallId() {
    return Optional.ofNullable(options.call).map(Call::recordId);
  }

  public Optional<Consumer<GateReceipt>> onDecision() {
    return Optional.ofNullable(options.told);
  }

  /**
   * Applies the request's own rule to a checked value; returns {@code claimed} if it has no rule.
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // the value came from this request's schema
  public boolean edited(@Nullable Object value, boolean claimed) {
    Predicate<? super T> rule = edited;
    return rule == null ? claimed : rule.test((T) value);
  }
}
