package dev.adk4j.artifact;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.task.list.items.TaskListItemsExtension;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parsed Markdown as a tree with the node names of mdast; everything asked of it is read from that
 * tree.
 */
final class MarkdownDocument {

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

  private final ObjectNode root;

  private MarkdownDocument(ObjectNode root) {
    this.root = root;
  }

  static MarkdownDocument parse(String text) {
    YamlBlock front = YamlBlock.of(text);
    try {
      return new MarkdownDocument(MdastMapper.map(PARSER.parse(front.blanked(text)), text, front));
    } catch (StackOverflowError e) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
          "The Markdown nests too deep; ask for a range of lines.",
          e);
    }
  }

  JsonValue ast() {
    return JsonValue.of(root);
  }

  List<MarkdownLink> links() {
    List<MarkdownLink> links = new ArrayList<>();
    for (JsonNode node : nodes("link")) {
      StringBuilder text = new StringBuilder();
      appendText(node, text);
      links.add(new MarkdownLink(text.toString(), node.path("url").asString(""), title(node)));
    }
    return links;
  }

  List<MarkdownImage> images() {
    return nodes("image").stream()
        .map(
            node ->
                new MarkdownImage(
                    node.path("alt").asString(""), node.path("url").asString(""), title(node)))
        .toList();
  }

  String text() {
    List<String> blocks = new ArrayList<>();
    collectBlocks(root, blocks);
    return String.join("\n", blocks);
  }

  private List<JsonNode> nodes(String type) {
    List<JsonNode> found = new ArrayList<>();
    collect(root, type, found);
    return found;
  }

  private static void collect(JsonNode node, String type, List<JsonNode> found) {
    if (type.equals(node.path("type").asString(""))) {
      found.add(node);
    }
    for (JsonNode child : node.path("children")) {
      collect(child, type, found);
    }
  }

  private static void collectBlocks(JsonNode node, List<String> blocks) {
    if (MdastMapper.CONTAINERS.contains(node.path("type").asString(""))) {
      for (JsonNode child : node.path("children")) {
        collectBlocks(child, blocks);
      }
    } else {
      StringBuilder text = new StringBuilder();
      appendText(node, text);
      if (!text.isEmpty()) {
        blocks.add(text.toString());
      }
    }
  }

  private static void appendText(JsonNode node, StringBuilder text) {
    switch (node.path("type").asString("")) {
      case "break" -> text.append('\n');
      case "image" -> text.append(node.path("alt").asString(""));
      default -> text.append(node.path("value").asString(""));
    }
    for (JsonNode child : node.path("children")) {
      appendText(child, text);
    }
  }

  private static @Nullable String title(JsonNode node) {
    JsonNode title = node.path("title");
    return title.isString() ? title.stringValue() : null;
  }
}
