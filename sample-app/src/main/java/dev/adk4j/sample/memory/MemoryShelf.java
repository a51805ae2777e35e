package dev.adk4j.sample.memory;

import dev.adk4j.primitive.Memory;
import dev.adk4j.value.Scope;
import java.util.List;

/**
 * What is remembered of a person, for that person to see and to erase. The one place to change when
 * memories move to another store.
 */
public interface MemoryShelf {

  /** Everything about the scope's subject, oldest first. */
  List<Memory> all(Scope scope);

  /** Erases one of them for good; whether it was there. */
  boolean erase(Scope scope, String id);

  /** Erases all of them for good; how many there were. */
  int eraseAll(Scope scope);
}
