package dev.adk4j.primitive;

import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Holds the fields common to all records. Not thread-safe. */
abstract sealed class RecordBuilder<B extends RecordBuilder<B>>
    permits TextBuilder, ToolCall.Builder {

  @Nullable String id;

  /** A point in time, in any form that {@link Instants} reads. */
  @Nullable Object createdAt;

  @Nullable Object updatedAt;

  /** Each builder extends the class of its own type. */
  @SuppressWarnings("unchecked")
  final B self() {
    return (B) this;
  }

  /** Reads the fields from untyped values. */
  final B of(AbstractRecord<?> record) {
    id = record.id();
    createdAt = record.createdAt();
    updatedAt = record.updatedAt();
    return self();
  }

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
   * Sets an {@link Instant}, or a date and time with an offset or a zone; UTC without one.
   * Truncated to milliseconds.
   */
  public B createdAt(@Nullable TemporalAccessor createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  public B createdAt(@Nullable Date createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  /** Sets ISO-8601 text; UTC without an offset. */
  public B createdAt(@Nullable CharSequence createdAt) {
    this.createdAt = createdAt;
    return self();
  }

  /** Sets milliseconds since 1970. */
  public B createdAt(long epochMillis) {
    this.createdAt = epochMillis;
    return self();
  }

  /**
   * Sets an {@link Instant}, or a date and time with an offset or a zone; UTC without one.
   * Truncated to milliseconds.
   */
  public B updatedAt(@Nullable TemporalAccessor updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  public B updatedAt(@Nullable Date updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  /** Sets ISO-8601 text; UTC without an offset. */
  public B updatedAt(@Nullable CharSequence updatedAt) {
    this.updatedAt = updatedAt;
    return self();
  }

  /** Sets milliseconds since 1970. */
  public B updatedAt(long epochMillis) {
    this.updatedAt = epochMillis;
    return self();
  }
}
