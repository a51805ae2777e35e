package dev.adk4j.sample.library;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/** The pages that the build packed into the application. Immutable. */
@Component
public class DocumentShelf {

  private static final String ROOT = "/askdocs/";

  private final List<Document> documents;

  DocumentShelf() throws IOException {
    List<Document> found = new ArrayList<>();
    for (Resource page :
        new PathMatchingResourcePatternResolver().getResources("classpath*:askdocs/**/*.md")) {
      String url = page.getURL().toString();
      String path = url.substring(url.lastIndexOf(ROOT) + ROOT.length());
      String text = page.getContentAsString(StandardCharsets.UTF_8);
      found.add(new Document(path, title(text, path), text));
    }
    found.sort(Comparator.comparing(Document::path));
    this.documents = List.copyOf(found);
  }

  /** By path. */
  public List<Document> documents() {
    return documents;
  }

  public Optional<Document> at(String path) {
    return documents.stream().filter(d -> d.path().equals(path)).findFirst();
  }

  /** By path, the end of a path, file name with or without its ending, or title. */
  public Optional<Document> named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    return documents.stream()
        .filter(d -> matches(d.path().toLowerCase(Locale.ROOT), wanted))
        .findFirst()
        .or(() -> documents.stream().filter(d -> d.title().equalsIgnoreCase(wanted)).findFirst());
  }

  private static boolean matches(String path, String wanted) {
    return path.equals(wanted)
        || path.endsWith("/" + wanted)
        || path.equals(wanted + ".md")
        || path.endsWith("/" + wanted + ".md");
  }

  private static String title(String text, String path) {
    return text.lines()
        .filter(line -> line.startsWith("# "))
        .map(line -> line.substring(2).strip())
        .findFirst()
        .orElse(path);
  }
}
