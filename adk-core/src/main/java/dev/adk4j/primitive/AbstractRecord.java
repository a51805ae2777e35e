package dev.adk4j.primitive;

import dev.adk4j.value.Displayable;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * Holds the fields and forms common to all records. Immutable and thread-safe.
 *
 * @param <R> the record
 */
public abstract sealed class AbstractRecord<R extends AbstractRecord<R>> implements Displayable
    permits Message, Thought, ToolCall, Retrievable, Memory {

  private final String id;
  private final Instant createdAt;
  private final Instant updatedAt;

  AbstractRecord(RecordBuilder<?> given, Checks in) {
    this.id = in.text("id", given.id);
    this.createdAt = in.instant("createdAt", given.createdAt);
    this.updatedAt = in.instant("updatedAt", given.updatedAt);
  }

  /** Returns the id of the record. */
  public final String id() {
    return id;
  }

  /** Returns the time of creation. */
  public final Instant createdAt() {
    return createdAt;
  }

  /** Returns the time of the last change. */
  public final Instant updatedAt() {
    return updatedAt;
  }

  /** Compares all fields; a dynamic text by its value without a context. */
  public final boolean sameContentAs(R other) {
    return JsonForm.CONTENT.write(this).equals(JsonForm.CONTENT.write(other));
  }

  @Override
  public final JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }
}
