package dev.adk4j.vector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a query or of a group in it. Mutable, not thread-safe.
 *
 * <p>Every {@code where} joins one AND list. Every {@code orWhere} adds an alternative to that
 * list, so {@code where(A).orWhere(C).where(B)} means {@code (A and B) or C} in any order. The
 * group of a callback counts as one condition; a group without conditions counts as none.
 *
 * <p>Operators are {@code eq ne gt gte lt lte in nin exists contains}. Any other name throws {@code
 * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} at the call.
 *
 * @param <B> the builder itself
 */
public abstract sealed class FilterBuilder<B extends FilterBuilder<B>>
    permits FilterBuilder.Group, VectorQuery {

  private final List<VectorFilter> all = new ArrayList<>();
  private final List<VectorFilter> branches = new ArrayList<>();

  FilterBuilder() {}

  /** Conditions in parentheses. Valid only inside the callback that receives it. */
  public static final class Group extends FilterBuilder<Group> {

    private Group() {}
  }

  @SuppressWarnings("unchecked") // B is the subclass itself
  private B self() {
    return (B) this;
  }

  /** Requires that the field equals the value. Null finds explicit nulls only. */
  public B where(String field, @Nullable Object value) {
    return whereFilter(VectorFilter.eq(field, value));
  }

  /** Requires a comparison, such as {@code where("year", "gte", 2024)}. */
  public B where(String field, String operator, @Nullable Object value) {
    return whereFilter(condition(field, operator, value));
  }

  /** Requires that each field equals its value. An empty map adds nothing. */
  public B where(Map<String, ? extends @Nullable Object> equal) {
    VectorErrors.required(equal, "map of fields").forEach(this::where);
    return self();
  }

  /** Requires a group. */
  public B where(Consumer<Group> group) {
    return add(all, group(group));
  }

  /** Requires a filter, as one condition. */
  public B whereFilter(VectorFilter filter) {
    return add(all, VectorErrors.required(filter, "filter"));
  }

  /** Adds the alternative that the field equals the value. */
  public B orWhere(String field, @Nullable Object value) {
    return add(branches, VectorFilter.eq(field, value));
  }

  /** Adds a comparison as alternative. */
  public B orWhere(String field, String operator, @Nullable Object value) {
    return add(branches, condition(field, operator, value));
  }

  /** Adds a group as alternative. */
  public B orWhere(Consumer<Group> group) {
    return add(branches, group(group));
  }

  /** Requires that the field does not equal the value. Matches records that lack the field. */
  public B whereNot(String field, @Nullable Object value) {
    return whereFilter(VectorFilter.ne(field, value));
  }

  /** Requires the opposite of a group. */
  public B whereNot(Consumer<Group> group) {
    return add(all, negated(group(group)));
  }

  /** Adds the alternative that the field does not equal the value. */
  public B orWhereNot(String field, @Nullable Object value) {
    return add(branches, VectorFilter.ne(field, value));
  }

  /** Adds the opposite of a group as alternative. */
  public B orWhereNot(Consumer<Group> group) {
    return add(branches, negated(group(group)));
  }

  /** Requires that the field equals one of the values. */
  public B whereIn(String field, Collection<? extends @Nullable Object> values) {
    return whereFilter(VectorFilter.in(field, values));
  }

  /** Requires that the field equals none of the values. Matches records that lack the field. */
  public B whereNotIn(String field, Collection<? extends @Nullable Object> values) {
    return whereFilter(VectorFilter.nin(field, values));
  }

  /** Requires that the field is absent. {@code where(field, null)} finds a JSON null. */
  public B whereNull(String field) {
    return whereFilter(VectorFilter.exists(field, false));
  }

  /** Requires that the field is present, including as a JSON null. */
  public B whereExists(String field) {
    return whereFilter(VectorFilter.exists(field, true));
  }

  /**
   * Requires an SQL condition with one {@code ?} for each binding; {@code ??} is the character
   * itself. Values are bound, never concatenated.
   */
  public B whereRaw(String sql, @Nullable Object... bindings) {
    return whereFilter(VectorFilter.Raw.sql(sql, bindings));
  }

  /** Requires a condition in the language of the backend whose dialect it names. */
  public B whereRaw(VectorFilter.Raw raw) {
    return whereFilter(raw);
  }

  private static VectorFilter condition(String field, String operator, @Nullable Object value) {
    return VectorFilter.condition(field, FilterOperator.fromWire(operator), value);
  }

  private static @Nullable VectorFilter group(Consumer<Group> callback) {
    Group group = new Group();
    VectorErrors.required(callback, "group").accept(group);
    return group.compile();
  }

  private static @Nullable VectorFilter negated(@Nullable VectorFilter filter) {
    return filter == null ? null : VectorFilter.not(filter);
  }

  private B add(List<VectorFilter> to, @Nullable VectorFilter filter) {
    if (filter != null) {
      to.add(filter);
    }
    return self();
  }

  boolean hasConditions() {
    return !all.isEmpty() || !branches.isEmpty();
  }

  /** Returns the ids if the only condition is {@code id in} a list of texts that is not empty. */
  @Nullable List<String> onlyIds() {
    return branches.isEmpty() && all.size() == 1 ? DeletePlan.idsOf(all.getFirst()) : null;
  }

  /** Returns the tree as built, not simplified; null without conditions. */
  @Nullable VectorFilter compile() {
    if (!hasConditions()) {
      return null;
    }
    List<VectorFilter> alternatives = new ArrayList<>();
    if (!all.isEmpty()) {
      alternatives.add(new VectorFilter.And(all));
    }
    branches.forEach(b -> alternatives.add(new VectorFilter.And(List.of(b))));
    return alternatives.size() == 1 ? alternatives.getFirst() : new VectorFilter.Or(alternatives);
  }
}
