package dev.adk4j.benchmarks.retrieval;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Known items: the query is the one-line description of a page, and the page is to be found by the
 * rest of its text. The description is taken out of the text wherever it stands.
 */
record ManualPages(List<SourceDocument> documents, List<Item> items) {

  private record Manual(String source, String description, String text) {}

  private static final int LONGEST = 3_000;

  private static final int SHORTEST = 600;

  private static final Pattern NAME =
      Pattern.compile("(?s)^\\s*(.+?)\\s+(?:-|\u2013|\u2014)+\\s+(.+)$");

  /**
   * Reads pages in a random order that is always the same.
   *
   * @param folder has man1 to man8
   * @param passages number of passages that the pages have together, at least
   */
  static ManualPages read(Path folder, int passages, int queries) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int section = 1; section <= 8; section++) {
      Path manuals = folder.resolve("man" + section);
      if (Files.isDirectory(manuals)) {
        try (Stream<Path> found = Files.list(manuals)) {
          found.filter(f -> f.toString().endsWith(".gz")).sorted().forEach(files::add);
        }
      }
    }
    Collections.shuffle(files, new Random(7));
    List<SourceDocument> documents = new ArrayList<>();
    List<Item> items = new ArrayList<>();
    Set<String> descriptions = new HashSet<>();
    int count = 0;
    for (Path file : files) {
      Manual manual = Files.isSymbolicLink(file) ? null : manual(file);
      if (manual == null || !descriptions.add(manual.description())) {
        continue;
      }
      SourceDocument document = new SourceDocument(manual.source(), manual.text());
      documents.add(document);
      items.add(new Item(manual.description(), found -> found.source().equals(manual.source())));
      count += DocumentIndex.of(List.of(document), TrustTier.FIRST_PARTY).passages().size();
      if (count >= passages && items.size() >= queries) {
        break;
      }
    }
    return new ManualPages(
        documents, List.copyOf(items.subList(0, Math.min(queries, items.size()))));
  }

  private static @Nullable Manual manual(Path file) throws IOException {
    String roff;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      roff = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String text = Roff.markdown(roff);
    int name = text.indexOf("# NAME\n");
    int next = text.indexOf("\n# ", name + 1);
    if (name < 0 || next < 0) {
      return null;
    }
    Matcher line = NAME.matcher(text.substring(name + 7, next).replaceAll("\\s+", " ").strip());
    if (!line.matches() || line.group(2).split(" ").length < 3) {
      return null;
    }
    String description = line.group(2).strip();
    String rest = text.substring(next + 1).replace(description, "");
    if (rest.length() < SHORTEST) {
      return null;
    }
    String source = file.getFileName().toString().replaceFirst("\\.gz$", "");
    return new Manual(source, description, rest.substring(0, Math.min(LONGEST, rest.length())));
  }
}
