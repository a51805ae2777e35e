package dev.adk4j.sample.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Quotes Markdown: all of it where it is short, of a long table the rows that were asked for. */
final class Quotation {

  private static final int MAX_ROWS = 3;
  private static final int TABLE_HEAD = 2;

  private Quotation() {}

  static String of(String text, Set<String> wanted) {
    List<String> quoted = new ArrayList<>();
    List<String> table = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("|")) {
        table.add(line);
      } else {
        quoted.addAll(rows(table, wanted));
        table.clear();
        quoted.add(line);
      }
    }
    quoted.addAll(rows(table, wanted));
    return quoted.stream()
        .map(line -> line.isEmpty() ? ">" : "> " + line)
        .collect(Collectors.joining("\n"));
  }

  private static List<String> rows(List<String> table, Set<String> wanted) {
    if (table.size() <= TABLE_HEAD + MAX_ROWS) {
      return List.copyOf(table);
    }
    long most =
        table.stream().skip(TABLE_HEAD).mapToLong(row -> Words.shared(wanted, row)).max().orElse(0);
    List<String> best =
        table.stream()
            .skip(TABLE_HEAD)
            .filter(row -> Words.shared(wanted, row) == most)
            .limit(MAX_ROWS)
            .toList();
    List<String> kept = new ArrayList<>(table.subList(0, TABLE_HEAD));
    kept.addAll(best);
    return kept;
  }
}
