package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.VectorErrors;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks and quotes names for SQL text. Quoted names keep their case. */
record PgNames(@Nullable String schema) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  PgNames {
    if (schema != null && !NAME.matcher(schema).matches()) {
      throw VectorErrors.invalidConfig("the schema name must match " + NAME);
    }
  }

  /**
   * Returns the quoted table of a collection. An invalid name throws {@code
   * E_VECTOR_STORE_COLLECTION_FAILED}.
   */
  String table(String operation, String collection) {
    if (!isName(collection)) {
      throw VectorErrors.collectionFailed(
          operation, "a collection's name must match " + NAME, null);
    }
    return (schema == null ? "" : quote(schema) + ".") + quote(collection);
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  static String quote(String checkedName) {
    return '"' + checkedName + '"';
  }

  /** Returns a path as an array literal for DDL, which supports no parameters. */
  static String pathLiteral(List<String> steps) {
    return steps.stream()
        .map(s -> "'" + s.replace("'", "''") + "'")
        .collect(Collectors.joining(",", "array[", "]::text[]"));
  }
}
