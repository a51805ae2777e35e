package dev.adk4j.test.vector;

import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shapes of fields, and conditions on them. */
final class FilterTruthTable {

  /** Paths combined with every operand; the other paths are combined with a few. */
  private static final List<String> MAIN_PATHS = List.of("f", "f.x", "id");

  private static final List<String> OTHER_PATHS =
      List.of("f.x.y", "f.0", "f.01", "f.-1", "f.", "g", "id.x");

  private static final List<@Nullable Object> SCALARS =
      Arrays.asList(
          null, "", "a", "b", "5", "true", "row-3", 5, 5.0, -1, 0.5, 2024L, 1e300, true, false);

  private static final List<List<@Nullable Object>> LISTS =
      List.of(
          List.of(),
          List.of("a"),
          Collections.singletonList(null),
          Arrays.asList(5, "a", null, true, "row-3"));

  private FilterTruthTable() {}

  /** Returns metadata shapes under the key {@code f}; the first has no such key. */
  static List<Map<String, @Nullable Object>> rows() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    rows.add(Map.of());
    rows.add(Map.of("g", "a"));
    List<@Nullable Object> shapes = new ArrayList<>(SCALARS);
    shapes.addAll(
        Arrays.asList(
            "A",
            "ab",
            "a b",
            "é",
            "😀",
            "null",
            "{}",
            0,
            -0.0,
            4.999999999,
            9007199254740993L,
            new BigDecimal("5.000"),
            new BigInteger("123456789012345678901234567890"),
            List.of(),
            Collections.singletonList(null),
            List.of("a", "b"),
            List.of(5, "5"),
            List.of(true),
            List.of(List.of("a")),
            List.of(Map.of("x", "a")),
            Map.of(),
            Map.of("x", "a"),
            Map.of("x", 5),
            Collections.singletonMap("x", null),
            Map.of("x", Map.of("y", "a")),
            Map.of("x", List.of("a")),
            Map.of("0", "a", "01", "b", "-1", "a", "", "a")));
    shapes.forEach(shape -> rows.add(Collections.singletonMap("f", shape)));
    return rows;
  }

  static String id(int row) {
    return "row-" + row;
  }

  /** Returns one record for each row; all have the same vector. */
  static List<VectorRecord> records(float[] vector) {
    List<VectorRecord> records = new ArrayList<>();
    for (Map<String, @Nullable Object> row : rows()) {
      records.add(VectorRecord.builder(id(records.size())).vector(vector).metadata(row).build());
    }
    return records;
  }

  /** Returns every operator with every operand on every path, plain and negated. */
  static List<VectorFilter> filters() {
    List<VectorFilter> filters = new ArrayList<>();
    for (FilterOperator operator : FilterOperator.values()) {
      List<@Nullable Object> operands = operands(operator);
      MAIN_PATHS.forEach(path -> add(filters, path, operator, operands));
      OTHER_PATHS.forEach(
          path -> add(filters, path, operator, Arrays.asList(null, "a", 5, List.of("a"))));
    }
    List<VectorFilter> all = new ArrayList<>(filters);
    filters.forEach(f -> all.add(VectorFilter.not(f)));
    all.addAll(groups());
    return all;
  }

  private static void add(
      List<VectorFilter> filters,
      String path,
      FilterOperator operator,
      List<@Nullable Object> operands) {
    for (Object operand : operands) {
      if (!(operand instanceof List)
          || operator == FilterOperator.IN
          || operator == FilterOperator.NIN
          || operator.isRange()) {
        filters.add(VectorFilter.condition(path, operator, operand));
      }
    }
    filters.add(new VectorFilter.Condition(path, operator, null));
  }

  private static List<@Nullable Object> operands(FilterOperator operator) {
    List<@Nullable Object> operands = new ArrayList<>(SCALARS);
    if (operator == FilterOperator.IN || operator == FilterOperator.NIN || operator.isRange()) {
      operands.addAll(LISTS);
    }
    return operands;
  }

  private static List<VectorFilter> groups() {
    VectorFilter a = VectorFilter.eq("f", "a");
    VectorFilter missing = VectorFilter.condition("f.x", FilterOperator.GT, 3);
    VectorFilter yes = VectorFilter.and();
    VectorFilter no = VectorFilter.or();
    return List.of(
        yes,
        no,
        VectorFilter.not(yes),
        VectorFilter.not(no),
        VectorFilter.and(a),
        VectorFilter.and(yes, a),
        VectorFilter.or(no, a),
        VectorFilter.and(no, a),
        VectorFilter.or(yes, a),
        VectorFilter.or(a, missing),
        VectorFilter.and(VectorFilter.not(a), VectorFilter.not(missing)),
        VectorFilter.not(VectorFilter.and(VectorFilter.not(missing), VectorFilter.ne("f", null))),
        VectorFilter.or(
            VectorFilter.and(a, VectorFilter.or(missing, no)), VectorFilter.exists("g", true)));
  }
}
