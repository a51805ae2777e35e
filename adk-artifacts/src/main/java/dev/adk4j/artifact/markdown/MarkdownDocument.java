package dev.adk4j.artifact.markdown;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.task.list.items.TaskListItemsExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Parsed Markdown. The mdast tree takes many times the memory of the parser's own nodes, so it is
 * built on request only.
 */
record MarkdownDocument(Node root, String source, YamlBlock front) {

  private static final Parser PARSER =
      Parser.builder()
          .extensions(
              List.of(
                  TablesExtension.create(),
                  StrikethroughExtension.create(),
                  TaskListItemsExtension.create(),
                  AutolinkExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .maxOpenBlockParsers(100)
          .maxInlineNesting(100)
          .build();

  /** Limit of nodes as JSON, which are copied before they are written. */
  private static final long MAX_AST_NODES = HeapShare.of(16 * 2048, Integer.MAX_VALUE);

  static MarkdownDocument parse(String text) {
    MarkdownCost.check(text);
    YamlBlock front = YamlBlock.of(text);
    try {
      return new MarkdownDocument(PARSER.parse(front.blanked(text)), text, front);
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    }
  }

  /** Omits the text. */
  @Override
  public String toString() {
    return "MarkdownDocument[" + source.length() + " characters]";
  }

  JsonValue ast() {
    if (nodes(Node.class).size() > MAX_AST_NODES) {
      throw SpooledMarkdownArtifact.limit(
          "The syntax tree has more than %s nodes; request a range of lines.", MAX_AST_NODES);
    }
    try {
      return JsonValue.of(MdastMapper.map(root, source, front));
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    }
  }

  List<SpooledMarkdownArtifact.Link> links() {
    return nodes(Link.class).stream()
        .map(
            link ->
                new SpooledMarkdownArtifact.Link(
                    MdastMapper.text(link), link.getDestination(), title(link.getTitle())))
        .toList();
  }

  List<SpooledMarkdownArtifact.Image> images() {
    return nodes(Image.class).stream()
        .map(
            image ->
                new SpooledMarkdownArtifact.Image(
                    MdastMapper.plain(image), image.getDestination(), title(image.getTitle())))
        .toList();
  }

  /** Returns the text without markup, each block on its own line. */
  String text() {
    List<String> blocks = new ArrayList<>();
    if (front.isPresent() && !front.value(source).isEmpty()) {
      blocks.add(front.value(source));
    }
    collectBlocks(root, blocks);
    return String.join("\n", blocks);
  }

  /** Returns the nodes of a type below the root, in document order. */
  private <N extends Node> List<N> nodes(Class<N> type) {
    List<N> found = new ArrayList<>();
    for (Node node = root.getFirstChild(); node != null; node = following(node)) {
      if (type.isInstance(node)) {
        found.add(type.cast(node));
      }
    }
    return found;
  }

  private static @Nullable Node following(Node node) {
    if (node.getFirstChild() != null && !(node instanceof Image)) {
      return node.getFirstChild();
    }
    Node at = node;
    while (at != null && at.getNext() == null) {
      at = at.getParent();
    }
    return at == null ? null : at.getNext();
  }

  private static void collectBlocks(Node parent, List<String> blocks) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
      switch (node) {
        case BlockQuote quote -> collectBlocks(node, blocks);
        case ListBlock list -> collectBlocks(node, blocks);
        case ListItem item -> collectBlocks(node, blocks);
        case TableBlock table -> collectBlocks(node, blocks);
        case TableHead head -> collectBlocks(node, blocks);
        case TableBody body -> collectBlocks(node, blocks);
        case TableRow row -> collectBlocks(node, blocks);
        default -> {
          String text = MdastMapper.text(node);
          if (!text.isEmpty()) {
            blocks.add(text);
          }
        }
      }
    }
  }

  private static @Nullable String title(@Nullable String title) {
    return title == null || title.isEmpty() ? null : title;
  }

  private static AdkException tooDeep(StackOverflowError e) {
    return new AdkException(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        "The Markdown is nested too deep; request a range of lines.",
        e);
  }
}
