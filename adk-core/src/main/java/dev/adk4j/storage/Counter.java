package dev.adk4j.storage;

/**
 * Numbers rows from 1 without a gap; a number taken in a unit that is rolled back is given out
 * again.
 */
final class Counter {

  private long last;

  long next(UndoLog undo) {
    long before = last;
    undo.add(() -> last = before);
    return ++last;
  }
}
