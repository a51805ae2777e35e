package dev.adk4j.primitive;

import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Holds the fields that all records have. Not thread-safe. */
abstract sealed class RecordBuilder<B extends RecordBuilder<B>>
    permits TextBuilder, ToolCall.Builder {

  @Nullable String id;

  /** In any form that {@link Instants} reads, as are all points in time. */
  @Nullable Object createdAt;

  @Nullable Object updatedAt;

  abstract B self();

  /** Takes the fields from untyped values. */
  final void read(Fields in) {
    id = in.text("id");
    createdAt = in.given("createdAt");
    updatedAt = in.given("updatedAt");
  }

  public B id(@Nullable String id) {
    this.id = id;
    return self();
  }

  /**
   * Returns an {@link Instant}, a date and time with an offset or a zone; one without is UTC. In
   * whole milliseconds; smaller parts are cut off.
   */
  public B createdAt(@Nullable TemporalAccessor createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  public B createdAt(@Nullable Date createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  /** ISO-8601 text; without an offset it is UTC. */
  public B createdAt(@Nullable CharSequence createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  /** Milliseconds since 1970. */
  public B createdAt(long epochMillis) {
    this.createdAt = epochMillis;
    return self();
  }

  /**
   * Returns an {@link Instant}, a date and time with an offset or a zone; one without is UTC. In
   * whole milliseconds; smaller parts are cut off.
   */
  public B updatedAt(@Nullable TemporalAccessor updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  public B updatedAt(@Nullable Date updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  /** ISO-8601 text; without an offset it is UTC. */
  public B updatedAt(@Nullable CharSequence updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  /** Milliseconds since 1970. */
  public B updatedAt(long epochMillis) {
    this.updatedAt = epochMillis;
    return self();
  }
}
