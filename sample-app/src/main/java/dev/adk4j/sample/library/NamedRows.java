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

/** Rows and sections of the reference by name: an error code, a meter, a property. */
final class NamedRows {

  private static final Pattern NAME =
      Pattern.compile("(?i)\\b(?:E_[A-Z_]+|adk(?:[._][a-z0-9-]+)+)");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\|.*");
  private static final Pattern SECTION =
      Pattern.compile("(?ms)^## `([^`]+)`\\n\\n(.*?)(?=\\n## |\\z)");
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
        add(page, row.group(1), text(head, cells(line)));
      } else if (line.startsWith("| ") && !line.startsWith("| -")) {
        head = cells(line);
      }
    }
    Matcher section = SECTION.matcher(page.text());
    while (section.find()) {
      add(page, section.group(1), "\n" + section.group(2).strip());
    }
  }

  private static String text(List<String> head, List<String> cells) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < Math.min(head.size(), cells.size()); i++) {
      if (!cells.get(i).isEmpty()) {
        text.append("\n* ").append(head.get(i)).append(": ").append(cells.get(i));
      }
    }
    return text.toString();
  }

  private void add(Document page, String name, String text) {
    rows.putIfAbsent(
        name.toLowerCase(Locale.ROOT),
        new Passage(
            page.path() + " " + name,
            "`" + name + "`\n" + text,
            List.of(page.title()),
            page.path(),
            "",
            1.0,
            TrustTier.FIRST_PARTY));
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
