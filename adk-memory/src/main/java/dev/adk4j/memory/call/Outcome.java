package dev.adk4j.memory.call;

import org.jspecify.annotations.Nullable;

/** How a call ended. */
public sealed interface Outcome<T extends @Nullable Object> {

  /** With a value. */
  record Done<T extends @Nullable Object>(T value) implements Outcome<T> {
    /** Never the content. */
    @Override
    public String toString() {
      return "Done[]";
    }
  }

  /** With an exception, in whatever way: thrown, too late, or no answer that can be used. */
  record Failed<T extends @Nullable Object>(Throwable cause) implements Outcome<T> {}
}
