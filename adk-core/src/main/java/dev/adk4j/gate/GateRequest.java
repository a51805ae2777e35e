package dev.adk4j.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code waitFor} is asked to wait for. Immutable. What is wrong with it is reported by {@code
 * waitFor}, with {@code E_INVALID_INITIAL_TURN_GATE_VALUE}, before any gate event.
 *
 * @param <T> what the waiter gets
 */
public final class GateRequest<T extends @Nullable Object> {

  private final @Nullable String id;
  private final @Nullable String reason;
  private final @Nullable Object payload;
  private final @Nullable GateSchema<T> schema;
  private final @Nullable Duration timeout;
  private final @Nullable Instant createdAt;
  private final @Nullable String key;

  private GateRequest(
      @Nullable String id,
      @Nullable String reason,
      @Nullable Object payload,
      @Nullable GateSchema<T> schema,
      @Nullable Duration timeout,
      @Nullable Instant createdAt,
      @Nullable String key) {
    this.id = id;
    this.reason = reason;
    this.payload = payload;
    this.schema = schema;
    this.timeout = timeout;
    this.createdAt = createdAt;
    this.key = key;
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
    return new GateRequest<>(id, reason, payload, null, null, null, null);
  }

  /** The same request, its resolution checked and typed. */
  public <U extends @Nullable Object> GateRequest<U> schema(GateSchema<U> schema) {
    return new GateRequest<>(id, reason, payload, schema, timeout, createdAt, key);
  }

  /** The same request, given up after at least 1 ms (whole milliseconds). */
  public GateRequest<T> timeout(Duration timeout) {
    return new GateRequest<>(id, reason, payload, schema, timeout, createdAt, key);
  }

  /** The same request with a creation time other than now. */
  public GateRequest<T> createdAt(Instant createdAt) {
    return new GateRequest<>(id, reason, payload, schema, timeout, createdAt, key);
  }

  /**
   * The same request under a key by which a decision can be found again when the turn is repeated.
   */
  public GateRequest<T> key(String key) {
    return new GateRequest<>(id, reason, payload, schema, timeout, createdAt, key);
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
    return Optional.ofNullable(timeout);
  }

  public Optional<Instant> createdAt() {
    return Optional.ofNullable(createdAt);
  }

  public Optional<String> key() {
    return Optional.ofNullable(key);
  }
}
