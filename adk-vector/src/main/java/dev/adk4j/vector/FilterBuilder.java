package dev.adk4j.vector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a query or of a group in it. Every {@code where} joins one AND list; every
 * {@code orWhere} opens a branch of its own, so that {@code where(A).orWhere(C).where(B)} means
 * {@code (A and B) or C}, in whatever order it is written. A callback's group counts as one
 * condition; a group that adds nothing counts as none. Mutable, not thread-safe.
 *
 * <p>Operators are spelled by name ({@code eq ne gt gte lt lte in nin exists contains}) or by
 * symbol ({@code = == === != <> !== > >= < <=}); any other is {@code
 * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} at the call.
 *
 * @param <B> the builder itself
 */
public abstract sealed class FilterBuilder<B extends FilterBuilder<B>>
    permits FilterGroup, VectorQuery {

  private final List<VectorFilter> all = new ArrayList<>();
  private final List<VectorFilter> branches = new ArrayList<>();

  FilterBuilder() {}

  abstract B self();

  /** The field equals the value, whatever the value looks like; null finds explicit nulls only. */
  public B where(String field, @Nullable Object value) {
    return whereFilter(VectorFilter.eq(field, value));
  }

  public B where(String field, String operator, @Nullable Object value) {
    return whereFilter(VectorFilter.condition(field, FilterOperator.parse(operator), value));
  }

  /** Each field equals its value; an empty map adds nothing. */
  public B where(Map<String, ? extends @Nullable Object> equal) {
    VectorErrors.required(equal, "map of fields").forEach(this::where);
    return self();
  }

  public B where(Consumer<FilterGroup> group) {
    VectorFilter filter = FilterGroup.compile(group);
    return filter == null ? self() : whereFilter(filter);
  }

  /** A ready-made filter as one condition. */
  public B whereFilter(VectorFilter filter) {
    all.add(VectorErrors.required(filter, "filter"));
    return self();
  }

  public B andWhere(String field, @Nullable Object value) {
    return where(field, value);
  }

  public B andWhere(String field, String operator, @Nullable Object value) {
    return where(field, operator, value);
  }

  public B andWhere(Map<String, ? extends @Nullable Object> equal) {
    return where(equal);
  }

  public B andWhere(Consumer<FilterGroup> group) {
    return where(group);
  }

  public B orWhere(String field, @Nullable Object value) {
    return branch(VectorFilter.eq(field, value));
  }

  public B orWhere(String field, String operator, @Nullable Object value) {
    return branch(VectorFilter.condition(field, FilterOperator.parse(operator), value));
  }

  public B orWhere(Consumer<FilterGroup> group) {
    VectorFilter filter = FilterGroup.compile(group);
    return filter == null ? self() : branch(filter);
  }

  /** Also matches records that lack the field. */
  public B whereNot(String field, @Nullable Object value) {
    return whereFilter(VectorFilter.ne(field, value));
  }

  public B whereNot(Consumer<FilterGroup> group) {
    VectorFilter filter = FilterGroup.compile(group);
    return filter == null ? self() : whereFilter(VectorFilter.not(filter));
  }

  public B orWhereNot(String field, @Nullable Object value) {
    return branch(VectorFilter.ne(field, value));
  }

  public B orWhereNot(Consumer<FilterGroup> group) {
    VectorFilter filter = FilterGroup.compile(group);
    return filter == null ? self() : branch(VectorFilter.not(filter));
  }

  public B whereIn(String field, Collection<? extends @Nullable Object> values) {
    return whereFilter(VectorFilter.in(field, values));
  }

  /** Also matches records that lack the field. */
  public B whereNotIn(String field, Collection<? extends @Nullable Object> values) {
    return whereFilter(VectorFilter.nin(field, values));
  }

  /** The key is absent; a key that holds JSON null is not, see {@link #where(String, Object)}. */
  public B whereNull(String field) {
    return whereFilter(VectorFilter.exists(field, false));
  }

  /** The key is there, also with JSON null. */
  public B whereExists(String field) {
    return whereFilter(VectorFilter.exists(field, true));
  }

  /**
   * An SQL condition with one {@code ?} for each binding; {@code ??} is the operator character.
   * Values are never pasted in.
   */
  public B whereRaw(String sql, @Nullable Object... bindings) {
    return whereFilter(VectorFilter.Raw.sql(sql, bindings));
  }

  /** A condition in the language of the backend whose dialect it names. */
  public B whereRaw(VectorFilter.Raw raw) {
    return whereFilter(raw);
  }

  private B branch(VectorFilter filter) {
    branches.add(filter);
    return self();
  }

  boolean hasConditions() {
    return !all.isEmpty() || !branches.isEmpty();
  }

  /** The ids, where the only condition is that the id is one of a list that is not empty. */
  @Nullable List<String> onlyIds() {
    return branches.isEmpty() && all.size() == 1 ? DeletePlan.idsOf(all.getFirst()) : null;
  }

  /** The tree as accumulated, not simplified; null without conditions. */
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
