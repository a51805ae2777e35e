package dev.adk4j.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** A page: its code blocks with the comments that stand directly above them, links and anchors. */
final class MarkdownPage {

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--\\s*(.*?)\\s*-->\\s*");
  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .build();

  private final Path file;
  private final List<Sample> samples = new ArrayList<>();
  private final List<String> links = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Set<String> anchors = new LinkedHashSet<>();

  private MarkdownPage(Path file, Node document) {
    this.file = file;
    document.accept(new Collector());
  }

  static MarkdownPage read(Path file) {
    try {
      return new MarkdownPage(file, PARSER.parse(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MarkdownPage of(Path file, String text) {
    return new MarkdownPage(file, PARSER.parse(text));
  }

  Path file() {
    return file;
  }

  /** Relative to the root of the tree, such as {@code docs/tools.md}. */
  String name() {
    return Repository.ROOT.relativize(file).toString().replace('\\', '/');
  }

  URI uri() {
    return file.toUri();
  }

  /** A name for a Java package, such as {@code docs_tools}. */
  String identifier() {
    return name().replace(".md", "").replaceAll("[^A-Za-z0-9]", "_").toLowerCase(Locale.ROOT);
  }

  List<Sample> samples() {
    return samples;
  }

  List<Sample> samples(String language) {
    return samples.stream().filter(s -> s.language().equals(language)).toList();
  }

  /** Destinations of links and images as they are written. */
  List<String> links() {
    return links;
  }

  /** What stands in the text as code. */
  List<String> names() {
    return names;
  }

  /** What a link to a place in this page can name, by GitHub's rules. */
  Set<String> anchors() {
    return anchors;
  }

  private final class Collector extends AbstractVisitor {

    private final Map<String, Integer> slugs = new HashMap<>();

    @Override
    public void visit(FencedCodeBlock block) {
      Map<String, String> marks = new LinkedHashMap<>();
      int expected = block.getSourceSpans().getFirst().getLineIndex();
      for (Node above = block.getPrevious(); above instanceof HtmlBlock html; ) {
        int last = above.getSourceSpans().getLast().getLineIndex();
        Matcher comment = COMMENT.matcher(html.getLiteral());
        if (last != expected - 1 || !comment.matches()) {
          break;
        }
        String[] parts = comment.group(1).split(":", 2);
        marks.put(parts[0].strip(), parts.length > 1 ? parts[1].strip() : "");
        expected = above.getSourceSpans().getFirst().getLineIndex();
        above = above.getPrevious();
      }
      int line = block.getSourceSpans().getFirst().getLineIndex() + 2;
      String language = block.getInfo().strip().split("\\s+")[0];
      samples.add(
          new Sample(MarkdownPage.this, samples.size(), line, language, marks, block.getLiteral()));
    }

    @Override
    public void visit(Code code) {
      names.add(code.getLiteral());
    }

    @Override
    public void visit(Link link) {
      links.add(link.getDestination());
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      links.add(image.getDestination());
      visitChildren(image);
    }

    @Override
    public void visit(Heading heading) {
      StringBuilder text = new StringBuilder();
      heading.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Text part) {
              text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
              text.append(part.getLiteral());
            }
          });
      String slug =
          text.toString()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\p{M}_ -]", "")
              .replace(' ', '-');
      int seen = slugs.merge(slug, 1, Integer::sum) - 1;
      anchors.add(seen == 0 ? slug : slug + "-" + seen);
      visitChildren(heading);
    }
  }
}
