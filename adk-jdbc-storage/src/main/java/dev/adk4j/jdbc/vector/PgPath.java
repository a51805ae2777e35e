package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Translates a metadata path to an expression; SQL null for an absent field. */
final class PgPath {

  /** Texts that PostgreSQL also accepts as an index: digits with signs and leading blanks. */
  private static final Pattern LOOSE_INDEX = Pattern.compile("\\s*[+-]?[0-9]+");

  private PgPath() {}

  static Sql of(List<String> steps) {
    List<Sql> guards = new ArrayList<>();
    for (int i = 1; i < steps.size(); i++) {
      String step = steps.get(i);
      if (!FieldPath.isIndex(step) && LOOSE_INDEX.matcher(step).matches()) {
        guards.add(
            Sql.of("jsonb_typeof(")
                .add(plain(steps.subList(0, i)))
                .add(") is distinct from 'array'"));
      }
    }
    if (guards.isEmpty()) {
      return Sql.of("(").add(plain(steps)).add(")");
    }
    Sql sql = Sql.of("(case when ");
    for (int i = 0; i < guards.size(); i++) {
      sql.add(i == 0 ? "" : " and ").add(guards.get(i));
    }
    return sql.add(" then ").add(plain(steps)).add(" end)");
  }

  private static Sql plain(List<String> steps) {
    return Sql.of("metadata #> ?", (Object) steps.toArray(String[]::new));
  }
}
