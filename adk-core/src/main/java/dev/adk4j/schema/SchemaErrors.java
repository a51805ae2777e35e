package dev.adk4j.schema;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Translates the validation library's errors to the library's own messages, without consequential
 * errors.
 */
final class SchemaErrors {

  static final int MAX_VIOLATIONS = 100;

  private static final Set<String> ALTERNATIVES = Set.of("anyOf", "oneOf");

  private SchemaErrors() {}

  /** Returns the exception for a whole value that is refused. */
  static ValidationException refused(String rule, String message) {
    return new ValidationException("$", rule, message);
  }

  static List<Violation> violations(List<Error> errors) {
    List<Violation> all =
        withoutConsequences(errors).stream().map(SchemaErrors::violation).distinct().toList();
    if (all.size() <= MAX_VIOLATIONS) {
      return all;
    }
    List<Violation> first = new ArrayList<>(all.subList(0, MAX_VIOLATIONS - 1));
    first.add(
        new Violation(
            "$", "more", "breaks " + (all.size() - first.size()) + " more rules, not listed here"));
    return first;
  }

  private static Violation violation(Error error) {
    String path = path(error.getInstanceLocation());
    String keyword = String.valueOf(error.getKeyword());
    String property = error.getProperty();
    Object[] args = error.getArguments() == null ? new Object[0] : error.getArguments();
    return switch (keyword) {
      case "required" -> new Violation(member(path, property), "required", "is required");
      case "dependentRequired" ->
          new Violation(
              member(path, argument(args, 0)),
              "required",
              "is required together with '" + argument(args, 1) + "'");
      case "additionalProperties", "unevaluatedProperties" ->
          new Violation(member(path, property), "unknown", "is not allowed here");
      case "propertyNames" ->
          new Violation(
              member(path, property), "unknown", "is not allowed as a name: " + argument(args, 1));
      case "false" -> new Violation(path, "unknown", "is not allowed here");
      case "type" ->
          new Violation(
              path, "type", "must be " + argument(args, 1) + ", was " + argument(args, 0));
      case "enum" -> new Violation(path, "enum", "must be one of " + argument(args, 0));
      case "minLength" ->
          "1".equals(argument(args, 0))
              ? new Violation(path, "empty", "must not be empty")
              : new Violation(path, "length", message(error));
      case "maxLength" -> new Violation(path, "length", message(error));
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
          new Violation(path, "range", message(error));
      default -> new Violation(path, keyword, message(error));
    };
  }

  /** Returns messages about the schema only: none of the remaining messages quotes the value. */
  private static String message(Error error) {
    return String.valueOf(error.getMessage());
  }

  private static String member(String path, @Nullable String name) {
    return name == null ? path : Violation.member(path, name);
  }

  private static String argument(Object[] args, int index) {
    return index < args.length ? String.valueOf(args[index]) : "";
  }

  private static String path(NodePath location) {
    return SchemaParts.path(
        "$", IntStream.range(0, location.getNameCount()).mapToObj(location::getElement).toArray());
  }

  /**
   * Removes consequential errors: unevaluated properties whose alternative failed, and alternatives
   * of another type if one of the right type failed further inside.
   */
  private static List<Error> withoutConsequences(List<Error> errors) {
    Set<NodePath> broken = new HashSet<>();
    Set<Alternatives> entered = new HashSet<>();
    for (Error error : errors) {
      if (!isUnevaluated(error)) {
        broken.addAll(upwards(error.getInstanceLocation()));
        enteredAlternatives(error, entered);
      }
    }
    return errors.stream()
        .filter(
            error ->
                isUnevaluated(error)
                    ? !broken.contains(error.getInstanceLocation())
                    : !isOtherType(error, entered))
        .toList();
  }

  private static boolean isUnevaluated(Error error) {
    return "unevaluatedProperties".equals(error.getKeyword())
        || "unevaluatedItems".equals(error.getKeyword());
  }

  /**
   * Records every alternative that contains the error, except for an error of the alternative's
   * type.
   */
  private static void enteredAlternatives(Error error, Set<Alternatives> entered) {
    int count = error.getEvaluationPath().getNameCount();
    for (NodePath schema : upwards(error.getEvaluationPath())) {
      int last = schema.getNameCount() - 1;
      boolean otherType = last + 3 == count && "type".equals(error.getKeyword());
      if (last >= 0
          && last + 1 < count
          && ALTERNATIVES.contains(schema.getElement(last))
          && !otherType) {
        upwards(error.getInstanceLocation())
            .forEach(value -> entered.add(new Alternatives(schema, value)));
      }
    }
  }

  private static boolean isOtherType(Error error, Set<Alternatives> entered) {
    NodePath evaluation = error.getEvaluationPath();
    int count = evaluation.getNameCount();
    return "type".equals(error.getKeyword())
        && count >= 3
        && ALTERNATIVES.contains(evaluation.getElement(count - 3))
        && entered.contains(
            new Alternatives(evaluation.getParent().getParent(), error.getInstanceLocation()));
  }

  /** Returns the path itself, its parent, and so on to the root. */
  private static List<NodePath> upwards(NodePath path) {
    return Stream.iterate(path, Objects::nonNull, NodePath::getParent).toList();
  }

  private record Alternatives(NodePath schema, NodePath value) {}
}
