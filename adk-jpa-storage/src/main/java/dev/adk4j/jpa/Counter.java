package dev.adk4j.jpa;

/** A conversation's counter while its row is locked. For one thread. */
final class Counter {

  private final Owner owner;
  private final long start;
  private long last;

  Counter(Owner owner, long last) {
    this.owner = owner;
    this.start = last;
    this.last = last;
  }

  Owner owner() {
    return owner;
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
