package dev.adk4j.docs;

import dev.adk4j.test.vector.VectorBackendContractTests;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What vector backends can do and what filters mean, from the code. */
final class VectorPage {

  private static final String FEATURES =
      "adk-vector/src/main/java/dev/adk4j/vector/VectorFeature.java";

  private VectorPage() {}

  static String write(Map<String, VectorBackend> backends) throws ReflectiveOperationException {
    return """
        # Vector backends and filters

        Written from the code by `VectorPageTests`; do not edit.

        ## What the backends can do

        What a backend cannot do it refuses with a code; nothing is approximated. The contract kit,
        `VectorBackendContractTests`, checks both: that what is promised works, and that what is not promised is refused.

        """
        + features(backends)
        + "\n## The contract kit\n\n"
        + kit()
        + "\n## What a condition matches\n\n"
        + "Rows are values of the field `f`, columns are conditions on it.\n\n"
        + truth();
  }

  private static String features(Map<String, VectorBackend> backends) {
    StringBuilder table = new StringBuilder("| Feature | Meaning |");
    backends.keySet().forEach(name -> table.append(' ').append(name).append(" |"));
    table.append("\n| --- | --- |").append(" --- |".repeat(backends.size())).append('\n');
    for (VectorFeature feature : VectorFeature.values()) {
      table.append("| `").append(feature.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      table.append("` | ").append(meaning(feature)).append(" |");
      backends
          .values()
          .forEach(b -> table.append(b.capabilities().has(feature) ? " yes |" : " no |"));
      table.append('\n');
    }
    return table.toString();
  }

  /** The constant's documentation, in one line. */
  private static String meaning(VectorFeature feature) {
    Matcher comment =
        Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*?)\\*/\\s*" + feature.name() + "\\b")
            .matcher(Repository.text(FEATURES));
    if (!comment.find()) {
      throw new IllegalStateException(feature + " has no documentation");
    }
    return comment
        .group(1)
        .replaceAll("\\s*\\n\\s*\\*?\\s*", " ")
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .strip();
  }

  private static String kit() throws ReflectiveOperationException {
    long tests =
        Arrays.stream(VectorBackendContractTests.class.getMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .count();
    int rows = size("rows");
    int filters = size("filters");
    return "%d tests. One of them asks %,d filters of %d records and compares all %,d answers with the reference evaluator."
            .formatted(tests, filters, rows, filters * rows)
        + " It runs where a backend can scan and compares mixed types as the algebra says; the other backends' filters"
        + " have tests of their own.\n";
  }

  /** The kit's truth table is its own affair; only its size is of interest here. */
  private static int size(String part) throws ReflectiveOperationException {
    Class<?> table = Class.forName("dev.adk4j.test.vector.FilterTruthTable");
    Method method = table.getDeclaredMethod(part);
    method.setAccessible(true);
    return ((Collection<?>) method.invoke(null)).size();
  }

  private static String truth() {
    Map<String, VectorFilter> filters = new LinkedHashMap<>();
    filters.put("`= \"a\"`", VectorFilter.eq("f", "a"));
    filters.put("`!= \"a\"`", VectorFilter.ne("f", "a"));
    filters.put("`in [\"a\", 5]`", VectorFilter.condition("f", FilterOperator.IN, List.of("a", 5)));
    filters.put(
        "`nin [\"a\", 5]`", VectorFilter.condition("f", FilterOperator.NIN, List.of("a", 5)));
    filters.put("`= null`", VectorFilter.eq("f", null));
    filters.put("`> 3`", VectorFilter.condition("f", FilterOperator.GT, 3));
    filters.put("`not(> 3)`", VectorFilter.not(VectorFilter.condition("f", FilterOperator.GT, 3)));
    filters.put("`> \"A\"`", VectorFilter.condition("f", FilterOperator.GT, "A"));
    filters.put("`contains \"a\"`", VectorFilter.condition("f", FilterOperator.CONTAINS, "a"));
    filters.put("`exists`", VectorFilter.exists("f", true));

    Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
    rows.put("absent", Map.of());
    rows.put("`null`", Collections.singletonMap("f", null));
    rows.put("`\"a\"`", Map.of("f", "a"));
    rows.put("`\"cat\"`", Map.of("f", "cat"));
    rows.put("`5`", Map.of("f", 5));
    rows.put("`5.0`", Map.of("f", 5.0));
    rows.put("`\"5\"`", Map.of("f", "5"));
    rows.put("`true`", Map.of("f", true));
    rows.put("`[\"a\", 5]`", Map.of("f", List.of("a", 5)));
    rows.put("`{\"x\": \"a\"}`", Map.of("f", Map.of("x", "a")));

    StringBuilder table = new StringBuilder("| |");
    filters.keySet().forEach(name -> table.append(' ').append(name).append(" |"));
    table.append("\n| --- |").append(" --- |".repeat(filters.size())).append('\n');
    List<RecordPredicate> tests =
        filters.values().stream().map(f -> FilterEvaluator.compile(f, "reference")).toList();
    rows.forEach(
        (name, metadata) ->
            table
                .append("| ")
                .append(name)
                .append(" |")
                .append(
                    tests.stream()
                        .map(test -> test.test("id", metadata) ? " yes |" : " |")
                        .collect(Collectors.joining()))
                .append('\n'));
    return table.toString();
  }
}
