package dev.adk4j.springai.vector;

import dev.adk4j.value.internal.PlainMetadata;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.FilterExpressionTextParser;
import tools.jackson.databind.JsonNode;

/**
 * Translates a filter to Spring AI's, or rejects one that stores interpret differently. Moves
 * negations down to the conditions, because the stores' own negation is wrong for missing fields.
 * Adds brackets to every member of a group, because the stores' printers omit them.
 *
 * @param nullChecks true if the store supports ISNULL and ISNOTNULL
 * @param deleting true if the matching rows are not checked afterwards
 */
record SpringAiFilter(boolean nullChecks, boolean deleting) {

  /** Names that every store's expression language accepts as a name. */
  private static final Pattern FIELD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * Texts that converters parse as dates. They fail unless the fraction has exactly three digits.
   */
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  private static final Pattern SAFE_DATE = Pattern.compile(".*:\\d\\d(\\.\\d{3})?Z");

  /** Returns null if the result of the filter is the same for every record. */
  Filter.@Nullable Expression translate(VectorFilter filter) {
    return translate(filter, false);
  }

  private Filter.@Nullable Expression translate(VectorFilter filter, boolean negated) {
    if (FilterEvaluator.constant(filter).isPresent()) {
      return null;
    }
    return switch (filter) {
      case VectorFilter.Condition condition -> condition(condition, negated);
      case VectorFilter.And(List<VectorFilter> of) ->
          group(of, negated ? ExpressionType.OR : ExpressionType.AND, negated);
      case VectorFilter.Or(List<VectorFilter> of) ->
          group(of, negated ? ExpressionType.AND : ExpressionType.OR, negated);
      case VectorFilter.Not(VectorFilter of) -> translate(of, !negated);
      case VectorFilter.Raw raw -> raw(raw, negated);
    };
  }

  /** Translates a group without its constant members; at least one is not constant. */
  private Filter.Expression group(
      List<VectorFilter> members, ExpressionType type, boolean negated) {
    Filter.Expression all = null;
    for (VectorFilter member : members) {
      Filter.Expression next = translate(member, negated);
      if (next != null) {
        all =
            all == null
                ? next
                : new Filter.Expression(type, new Filter.Group(all), new Filter.Group(next));
      }
    }
    return Objects.requireNonNull(all, "a group of constants was not folded");
  }

  private Filter.Expression condition(VectorFilter.Condition condition, boolean negated) {
    String field = field(condition.path());
    FilterOperator operator = condition.operator();
    JsonNode operand = condition.operand() == null ? null : condition.operand().node();
    return switch (operator) {
      case EQ, NE ->
          equal(field, scalar(operator, operand), negated != (operator == FilterOperator.NE));
      case IN, NIN -> in(field, operator, operand, negated != (operator == FilterOperator.NIN));
      case GT, GTE, LT, LTE -> {
        if (negated) {
          throw unsupported("not " + operator.wire());
        }
        yield range(field, operator, scalar(operator, operand));
      }
      case EXISTS -> {
        boolean wanted = operand == null || operand.isBoolean() && operand.booleanValue();
        yield exists(field, wanted != negated);
      }
      case CONTAINS -> throw unsupported(operator.wire());
    };
  }

  private static String field(FieldPath path) {
    String field = path.steps().getFirst();
    if (path.steps().size() > 1) {
      throw unsupported("a path into nested metadata");
    }
    if (path.isId() || !FIELD.matcher(field).matches() || SpringAiDocuments.isReserved(field)) {
      throw unsupported("the field name '" + field + "'");
    }
    return field;
  }

  /** Uses NIN instead of NE, which is false for a missing field in some stores. */
  private static Filter.Expression equal(String field, Object value, boolean negated) {
    return negated
        ? expression(ExpressionType.NIN, field, List.of(value))
        : expression(ExpressionType.EQ, field, value);
  }

  private static Filter.Expression in(
      String field, FilterOperator operator, @Nullable JsonNode operand, boolean negated) {
    List<Object> values = new ArrayList<>();
    if (operand != null) {
      operand.forEach(element -> values.add(scalar(operator, element)));
    }
    return expression(negated ? ExpressionType.NIN : ExpressionType.IN, field, values);
  }

  /**
   * Excludes missing fields first, because some stores order them before all values, or leaves them
   * to the check of the rows.
   */
  private Filter.Expression range(String field, FilterOperator operator, Object value) {
    Filter.Expression range = expression(ExpressionType.valueOf(operator.name()), field, value);
    boolean less = operator == FilterOperator.LT || operator == FilterOperator.LTE;
    if (less && nullChecks) {
      return new Filter.Expression(
          ExpressionType.AND, new Filter.Group(exists(field, true)), new Filter.Group(range));
    }
    if (less && deleting) {
      throw unsupported(operator.wire() + " in a delete");
    }
    return range;
  }

  private Filter.Expression exists(String field, boolean exists) {
    if (!nullChecks) {
      throw unsupported(FilterOperator.EXISTS.wire());
    }
    return new Filter.Expression(
        exists ? ExpressionType.ISNOTNULL : ExpressionType.ISNULL, new Filter.Key(field));
  }

  private static Object scalar(FilterOperator operator, @Nullable JsonNode operand) {
    Object value = operand == null ? null : PlainMetadata.fromJson(operand);
    if (value == null) {
      throw unsupported(operator.wire() + " null");
    }
    if (value instanceof String text
        && DATE.matcher(text).matches()
        && !SAFE_DATE.matcher(text).matches()) {
      throw unsupported("a date whose fraction does not have three digits");
    }
    return value;
  }

  private static Filter.Expression expression(ExpressionType type, String field, Object value) {
    return new Filter.Expression(type, new Filter.Key(field), new Filter.Value(value));
  }

  private static Filter.Expression raw(VectorFilter.Raw raw, boolean negated) {
    if (!raw.dialect().equals(SpringAiVectorBackend.NAME)) {
      throw unsupported(raw.dialect());
    }
    if (negated) {
      throw unsupported("not raw");
    }
    return switch (raw.fragment()) {
      case Filter.Expression expression -> expression;
      case String text -> parse(text);
      default -> throw VectorErrors.unsupportedOperation("raw", SpringAiVectorBackend.NAME);
    };
  }

  private static Filter.Expression parse(String text) {
    try {
      return new FilterExpressionTextParser().parse(text);
    } catch (RuntimeException e) {
      throw VectorErrors.queryConflict("The raw filter is not valid: " + e.getMessage(), e);
    }
  }

  private static RuntimeException unsupported(String what) {
    return VectorErrors.unsupportedFilter(SpringAiVectorBackend.NAME, what);
  }

  /** Returns true if only the store can evaluate a part. */
  static boolean hasRaw(VectorFilter filter) {
    return switch (filter) {
      case VectorFilter.Condition condition -> false;
      case VectorFilter.And(List<VectorFilter> of) -> of.stream().anyMatch(SpringAiFilter::hasRaw);
      case VectorFilter.Or(List<VectorFilter> of) -> of.stream().anyMatch(SpringAiFilter::hasRaw);
      case VectorFilter.Not(VectorFilter of) -> hasRaw(of);
      case VectorFilter.Raw raw -> true;
    };
  }
}
