package dev.adk4j.sample.library;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.retrieval.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rows of the reference by the name they begin with: an error code, a property, a meter. */
final class NamedRows {

  private static final Pattern NAME =
      Pattern.compile("(?i)\\b(?:E_[A-Z_]+|adk(?:[._][a-z0-9-]+)+)");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\|.*");
  private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");

  private final Map<String, Passage> rows = new HashMap<>();

  NamedRows(List<Document> documents) {
    documents.stream()
        .filter(page -> page.path().startsWith("docs/reference/"))
        .forEach(this::read);
  }

  private void read(Document page) {
    List<String> head = List.of();
    for (String line : page.text().lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Passage passage = passage(page, row.group(1), head, cells(line));
        rows.putIfAbsent(row.group(1).toLowerCase(Locale.ROOT), passage);
      } else if (line.startsWith("| ") && !line.startsWith("| -")) {
        head = cells(line);
      }
    }
  }

  private static Passage passage(
      Document page, String name, List<String> head, List<String> cells) {
    StringBuilder text = new StringBuilder("`" + name + "`\n");
    for (int i = 1; i < Math.min(head.size(), cells.size()); i++) {
      if (!cells.get(i).isEmpty()) {
        text.append("\n* ").append(head.get(i)).append(": ").append(cells.get(i));
      }
    }
    return new Passage(
        page.path() + " " + name,
        text.toString(),
        List.of(page.title()),
        page.path(),
        "",
        1.0,
        TrustTier.FIRST_PARTY);
  }

  private static List<String> cells(String line) {
    String inner = line.replaceFirst("^\\|", "").replaceFirst("\\|\\s*$", "");
    return CELLS.splitAsStream(inner).map(String::strip).toList();
  }

  /** Returns the rows that a text names, in its order. */
  List<Passage> in(String text) {
    List<Passage> found = new ArrayList<>();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      Passage row = rows.get(name.group().toLowerCase(Locale.ROOT));
      if (row != null && !found.contains(row)) {
        found.add(row);
      }
    }
    return found;
  }
}
