package dev.adk4j.vector;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Conditions in brackets. Handed to a callback, and of no use after it. */
public final class FilterGroup extends FilterBuilder<FilterGroup> {

  private FilterGroup() {}

  @Override
  FilterGroup self() {
    return this;
  }

  /** What the callback added, or null for nothing. */
  static @Nullable VectorFilter compile(Consumer<FilterGroup> callback) {
    FilterGroup group = new FilterGroup();
    VectorErrors.required(callback, "group").accept(group);
    return group.compile();
  }
}
