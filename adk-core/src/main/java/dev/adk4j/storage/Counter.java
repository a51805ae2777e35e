package dev.adk4j.storage;

/** Numbers rows from 1 without a gap; reuses a number if its unit of work is rolled back. */
final class Counter {

  private long last;

  long next(UndoLog undo) {
    long before = last;
    undo.add(() -> last = before);
    return ++last;
  }
}
