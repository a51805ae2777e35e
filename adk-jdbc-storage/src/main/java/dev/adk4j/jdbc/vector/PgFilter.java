package dev.adk4j.jdbc.vector;

import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import java.sql.JDBCType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;

/**
 * Translates a filter to SQL. All values and paths are bound. Under a negation, each predicate is
 * two-valued, so an absent field does not become SQL's unknown. Elsewhere, unknown counts as false,
 * so the plain form can use an index.
 */
final class PgFilter {

  private PgFilter() {}

  /**
   * A third of the parameters that the protocol allows: a search contains its filter up to three
   * times.
   */
  private static final int MAX_OPERANDS = 20_000;

  static Sql translate(VectorFilter filter) {
    Sql sql = translate(filter, false);
    if (sql.args().size() > MAX_OPERANDS) {
      throw VectorErrors.unsupportedFilter(
          PgVectorBackend.NAME,
          sql.args().size()
              + " operands, but "
              + MAX_OPERANDS
              + " are the maximum; each 'in' with a list counts as two");
    }
    return sql;
  }

  private static Sql translate(VectorFilter filter, boolean negated) {
    return switch (filter) {
      case VectorFilter.Condition condition -> condition(condition, negated);
      case VectorFilter.And(List<VectorFilter> of) -> group(of, " and ", "true", negated);
      case VectorFilter.Or(List<VectorFilter> of) -> group(of, " or ", "false", negated);
      case VectorFilter.Not(VectorFilter of) -> not(translate(of, true));
      case VectorFilter.Raw raw -> raw(raw);
    };
  }

  private static Sql group(List<VectorFilter> members, String glue, String empty, boolean negated) {
    if (members.isEmpty()) {
      return Sql.of(empty);
    }
    Sql sql = Sql.of("(");
    String before = "";
    for (VectorFilter member : members) {
      sql.add(before).add(translate(member, negated));
      before = glue;
    }
    return sql.add(")");
  }

  private static Sql not(Sql sql) {
    return Sql.of("not (").add(sql).add(")");
  }

  private static Sql raw(VectorFilter.Raw raw) {
    if (!raw.dialect().equals(VectorFilter.Raw.SQL)
        && !raw.dialect().equals(PgVectorBackend.NAME)) {
      throw VectorErrors.unsupportedFilter(PgVectorBackend.NAME, raw.dialect());
    }
    if (!(raw.fragment() instanceof String text)) {
      throw VectorErrors.unsupportedOperation("raw-sql", PgVectorBackend.NAME);
    }
    Object[] bindings = raw.bindings().stream().map(b -> b == null ? JDBCType.OTHER : b).toArray();
    // The line break ends a trailing comment.
    return Sql.of("coalesce((" + text + "\n), false)", bindings);
  }

  private static Sql condition(VectorFilter.Condition condition, boolean negated) {
    FieldPath path = condition.path();
    FilterOperator operator = condition.operator();
    if (path.isInsideId() || !path.steps().stream().allMatch(PgText::holds)) {
      // The field is absent in every record, so the result is constant.
      boolean answer = FilterEvaluator.compile(condition, PgVectorBackend.NAME).test("", Map.of());
      return Sql.of(String.valueOf(answer));
    }
    return switch (operator) {
      case NE -> not(positive(path, FilterOperator.EQ, condition.operand(), true));
      case NIN -> not(positive(path, FilterOperator.IN, condition.operand(), true));
      default -> positive(path, operator, condition.operand(), negated);
    };
  }

  private static Sql positive(
      FieldPath path, FilterOperator operator, @Nullable JsonValue operand, boolean negated) {
    JsonNode node = operand == null ? null : operand.node();
    return path.isId()
        ? id(operator, node)
        : field(PgPath.of(path.steps()), operator, node, negated);
  }

  private static Sql field(
      Sql field, FilterOperator operator, @Nullable JsonNode operand, boolean negated) {
    return switch (operator) {
      case EQ ->
          operand == null ? Sql.of("").add(field).add(" is null") : equal(field, operand, negated);
      case IN -> in(field, operand, negated);
      case GT, GTE, LT, LTE -> range(field, operator, operand);
      case EXISTS -> Sql.of("").add(field).add(isTrue(operand) ? " is not null" : " is null");
      case CONTAINS -> contains(field, operand);
      case NE, NIN -> throw new IllegalArgumentException(operator.wire());
    };
  }

  private static Sql equal(Sql field, JsonNode operand, boolean negated) {
    if (!holds(operand)) {
      return Sql.of("false");
    }
    return twoValued(Sql.of("").add(field).add(" = cast(? as jsonb)", json(operand)), negated);
  }

  private static Sql in(Sql field, @Nullable JsonNode operand, boolean negated) {
    String[] values =
        elements(operand).filter(PgFilter::holds).map(PgFilter::json).toArray(String[]::new);
    if (values.length == 0) {
      return Sql.of("false");
    }
    return twoValued(
        Sql.of("").add(field).add(" = any(cast(? as jsonb[]))", (Object) values), negated);
  }

  private static Sql range(Sql field, FilterOperator operator, @Nullable JsonNode operand) {
    if (operand != null && operand.isNumber()) {
      return Sql.of("case when jsonb_typeof(")
          .add(field)
          .add(") = 'number' then cast(")
          .add(field)
          .add(" as numeric) " + symbol(operator) + " ? else false end", operand.decimalValue());
    }
    if (operand != null && operand.isString()) {
      return Sql.of("case when jsonb_typeof(")
          .add(field)
          .add(") = 'string' then (")
          .add(field)
          .add(
              " #>> '{}') collate \"C\" " + symbol(operator) + " ? else false end",
              rangeText(operator, operand));
    }
    return Sql.of("false");
  }

  private static Sql contains(Sql field, @Nullable JsonNode operand) {
    if (operand == null || !holds(operand)) {
      return Sql.of("false");
    }
    return Sql.of("case jsonb_typeof(")
        .add(field)
        .add(") when 'array' then ")
        .add(field)
        .add(" @> cast(? as jsonb) when 'string' then strpos(", json(operand))
        .add(field)
        .add(" #>> '{}', ?) > 0 else false end", FilterEvaluator.textOf(operand));
  }

  /** Returns the predicate on the column {@code id}, which is always text. */
  private static Sql id(FilterOperator operator, @Nullable JsonNode operand) {
    return switch (operator) {
      case EQ ->
          operand != null && operand.isString() && holds(operand)
              ? Sql.of("id = ?", operand.stringValue())
              : Sql.of("false");
      case IN -> {
        String[] ids =
            elements(operand)
                .filter(e -> e.isString() && holds(e))
                .map(JsonNode::stringValue)
                .toArray(String[]::new);
        yield Sql.of("id = any(?)", (Object) ids);
      }
      case GT, GTE, LT, LTE ->
          operand != null && operand.isString()
              ? Sql.of("id collate \"C\" " + symbol(operator) + " ?", rangeText(operator, operand))
              : Sql.of("false");
      case EXISTS -> Sql.of(String.valueOf(isTrue(operand)));
      case CONTAINS ->
          operand != null && holds(operand)
              ? Sql.of("strpos(id, ?) > 0", FilterEvaluator.textOf(operand))
              : Sql.of("false");
      case NE, NIN -> throw new IllegalArgumentException(operator.wire());
    };
  }

  private static Sql twoValued(Sql predicate, boolean negated) {
    return negated ? Sql.of("coalesce(").add(predicate).add(", false)") : predicate;
  }

  private static Stream<JsonNode> elements(@Nullable JsonNode list) {
    return list != null && list.isArray() ? list.valueStream() : Stream.empty();
  }

  /** Returns true if a stored value can equal the value. */
  private static boolean holds(JsonNode scalar) {
    return !scalar.isString() || PgText.holds(scalar.stringValue());
  }

  private static String rangeText(FilterOperator operator, JsonNode operand) {
    if (!holds(operand)) {
      throw VectorErrors.unsupportedFilter(
          PgVectorBackend.NAME, operator.wire() + " with U+0000 or half a surrogate pair");
    }
    return operand.stringValue();
  }

  /**
   * Returns the JSON text of a scalar. A generator would cost more than the whole filter otherwise
   * does.
   */
  private static String json(JsonNode scalar) {
    if (scalar.isString()) {
      String text = scalar.stringValue();
      return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }
    return scalar.isIntegralNumber() ? scalar.asString() : scalar.toString();
  }

  private static boolean isTrue(@Nullable JsonNode operand) {
    return operand == null || operand.isBoolean() && operand.booleanValue();
  }

  private static String symbol(FilterOperator operator) {
    return switch (operator) {
      case GT -> ">";
      case GTE -> ">=";
      case LT -> "<";
      case LTE -> "<=";
      default -> throw new IllegalArgumentException(operator.wire());
    };
  }
}
