package dev.adk4j.jdbc;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A conversation's counter, and its subject, while its row is locked. For one thread. */
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

  /** The writer's subject where the conversation is another's, else null. */
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
