package dev.adk4j.primitive;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** What the builders of all records take. Not thread-safe. */
abstract sealed class RecordBuilder<B extends RecordBuilder<B>>
    permits Message.Builder,
        Memory.Builder,
        Thought.Builder,
        ToolCall.Builder,
        Retrievable.Builder {

  final Values values = new Values();

  abstract B self();

  final B put(String name, @Nullable Object value) {
    values.put(name, value);
    return self();
  }

  public B id(@Nullable String id) {
    return put("id", id);
  }

  /** In whole milliseconds; smaller parts are cut off. */
  public B createdAt(@Nullable Instant createdAt) {
    return put("createdAt", createdAt);
  }

  public B createdAt(@Nullable OffsetDateTime createdAt) {
    return put("createdAt", createdAt);
  }

  public B createdAt(@Nullable ZonedDateTime createdAt) {
    return put("createdAt", createdAt);
  }

  public B createdAt(@Nullable Date createdAt) {
    return put("createdAt", createdAt);
  }

  /** ISO-8601 text; without an offset it is UTC. */
  public B createdAt(@Nullable CharSequence createdAt) {
    return put("createdAt", createdAt);
  }

  /** Milliseconds since 1970. */
  public B createdAt(long epochMillis) {
    return put("createdAt", epochMillis);
  }

  /** In whole milliseconds; smaller parts are cut off. */
  public B updatedAt(@Nullable Instant updatedAt) {
    return put("updatedAt", updatedAt);
  }

  public B updatedAt(@Nullable OffsetDateTime updatedAt) {
    return put("updatedAt", updatedAt);
  }

  public B updatedAt(@Nullable ZonedDateTime updatedAt) {
    return put("updatedAt", updatedAt);
  }

  public B updatedAt(@Nullable Date updatedAt) {
    return put("updatedAt", updatedAt);
  }

  /** ISO-8601 text; without an offset it is UTC. */
  public B updatedAt(@Nullable CharSequence updatedAt) {
    return put("updatedAt", updatedAt);
  }

  /** Milliseconds since 1970. */
  public B updatedAt(long epochMillis) {
    return put("updatedAt", epochMillis);
  }
}
