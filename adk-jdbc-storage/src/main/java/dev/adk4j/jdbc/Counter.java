package dev.adk4j.jdbc;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counter and subject of a conversation while its row is locked. Not thread-safe. */
final class Counter {

  private final Owner owner;
  private final long start;
  private final @Nullable String subject;
  private long last;

  Counter(Owner owner, long last, @Nullable String subject) {
    this.owner = owner;
    this.subject = subject == null ? owner.subject() : subject;
    this.start = last;
    this.last = last;
  }

  Owner owner() {
    return owner;
  }

  /**
   * Returns the writer's subject if the conversation belongs to another subject; otherwise null.
   */
  @Nullable String guest(Owner writer) {
    return Objects.equals(writer.subject(), subject) ? null : writer.subject();
  }

  long next() {
    return ++last;
  }

  long last() {
    return last;
  }

  boolean moved() {
    return last != start;
  }
}
