package dev.adk4j.vector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates filters before they reach a backend. */
final class FilterChecks {

  /** Maximum depth that every database's parser accepts. */
  static final int MAX_DEPTH = 100;

  private FilterChecks() {}

  /** Returns a copy; throws {@code E_VECTOR_STORE_QUERY_CONFLICT} for a null in it. */
  static List<VectorFilter> members(List<VectorFilter> filters) {
    VectorErrors.required(filters, "filters").forEach(f -> VectorErrors.required(f, "filter"));
    return List.copyOf(filters);
  }

  static void check(@Nullable VectorFilter filter) {
    if (filter != null) {
      check(filter, 1);
    }
  }

  private static void check(VectorFilter filter, int depth) {
    if (depth > MAX_DEPTH) {
      throw VectorErrors.queryConflict(
          "The filter is nested deeper than " + MAX_DEPTH + " levels.");
    }
    switch (filter) {
      case VectorFilter.Condition condition -> {}
      case VectorFilter.And(List<VectorFilter> of) -> of.forEach(f -> check(f, depth + 1));
      case VectorFilter.Or(List<VectorFilter> of) -> of.forEach(f -> check(f, depth + 1));
      case VectorFilter.Not(VectorFilter of) -> check(of, depth + 1);
      case VectorFilter.Raw raw -> checkBindings(raw);
    }
  }

  private static void checkBindings(VectorFilter.Raw raw) {
    if (raw.fragment() instanceof String text) {
      int placeholders = RawSql.placeholders(text);
      if (placeholders != raw.bindings().size()) {
        throw VectorErrors.rawBindingMismatch(placeholders, raw.bindings().size());
      }
    }
  }
}
