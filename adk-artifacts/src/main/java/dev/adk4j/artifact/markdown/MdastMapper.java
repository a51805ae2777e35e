package dev.adk4j.artifact.markdown;

import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.task.list.items.TaskListItemMarker;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Converts the parser's nodes to JSON with the names, fields and positions of mdast. */
final class MdastMapper {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MdastMapper() {}

  static ObjectNode map(Node document, String text, YamlBlock front) {
    ObjectNode root = node("root");
    ArrayNode children = root.putArray("children");
    if (front.isPresent()) {
      ObjectNode yaml = node("yaml").put("value", front.value(text));
      int column = front.end() - text.lastIndexOf('\n', front.end() - 1);
      position(yaml, point(1, 1, 0), point(front.lastLine() + 1, column, front.end()));
      children.add(yaml);
    }
    addChildren(children, document);
    long lines = text.chars().filter(c -> c == '\n').count();
    int lastColumn = text.length() - text.lastIndexOf('\n');
    position(root, point(1, 1, 0), point(lines + 1, lastColumn, text.length()));
    return root;
  }

  private static void addChildren(ArrayNode children, Node parent) {
    for (Node child = parent.getFirstChild(); child != null; ) {
      Node next = child.getNext();
      switch (child) {
        case TableHead head -> addChildren(children, head);
        case TableBody body -> addChildren(children, body);
        case TaskListItemMarker marker -> {}
        case Text text -> next = addText(children, text);
        case SoftLineBreak soft -> next = addText(children, soft);
        default -> children.add(positioned(map(child), child, child));
      }
      child = next;
    }
  }

  /**
   * Adds a whole run of text, which the parser splits at line ends and special characters, and
   * returns the node after it.
   */
  private static @Nullable Node addText(ArrayNode children, Node first) {
    StringBuilder value = new StringBuilder();
    Node last = first;
    Node next = first;
    for (; next instanceof Text || next instanceof SoftLineBreak; next = next.getNext()) {
      value.append(next instanceof Text text ? text.getLiteral() : "\n");
      last = next;
    }
    children.add(positioned(node("text").put("value", value.toString()), first, last));
    return next;
  }

  private static ObjectNode map(Node node) {
    return switch (node) {
      case Document document -> parent("root", node);
      case Heading heading -> parent(node("heading").put("depth", heading.getLevel()), node);
      case Paragraph paragraph -> parent("paragraph", node);
      case Emphasis emphasis -> parent("emphasis", node);
      case StrongEmphasis strong -> parent("strong", node);
      case Strikethrough strike -> parent("delete", node);
      case BlockQuote quote -> parent("blockquote", node);
      case ListBlock list -> list(list);
      case ListItem item -> item(item);
      case TableBlock table -> table(table);
      case TableRow row -> parent("tableRow", node);
      case TableCell cell -> parent("tableCell", node);
      case Link link -> parent(target(node("link"), link.getDestination(), link.getTitle()), node);
      case Image image ->
          target(node("image"), image.getDestination(), image.getTitle()).put("alt", plain(image));
      case LinkReferenceDefinition definition ->
          target(node("definition"), definition.getDestination(), definition.getTitle())
              .put("label", definition.getLabel());
      case Code code -> node("inlineCode").put("value", code.getLiteral());
      case FencedCodeBlock code -> code(code.getLiteral(), code.getInfo());
      case IndentedCodeBlock code -> code(code.getLiteral(), "");
      case HtmlBlock html -> node("html").put("value", html.getLiteral());
      case HtmlInline html -> node("html").put("value", html.getLiteral());
      case HardLineBreak hard -> node("break");
      case ThematicBreak rule -> node("thematicBreak");
      default -> parent(node.getClass().getSimpleName(), node);
    };
  }

  private static ObjectNode list(ListBlock list) {
    ObjectNode mapped = node("list").put("ordered", list instanceof OrderedList);
    if (list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null) {
      mapped.put("start", ordered.getMarkerStartNumber());
    }
    return parent(mapped.put("spread", !list.isTight()), list);
  }

  private static ObjectNode item(ListItem item) {
    ObjectNode mapped = node("listItem");
    Node first = item.getFirstChild();
    if (first != null && first.getFirstChild() instanceof TaskListItemMarker nested) {
      mapped.put("checked", nested.isChecked());
    } else if (first instanceof TaskListItemMarker marker) {
      mapped.put("checked", marker.isChecked());
    }
    return parent(mapped, item);
  }

  private static ObjectNode table(TableBlock table) {
    ObjectNode mapped = node("table");
    ArrayNode align = mapped.putArray("align");
    Node head = table.getFirstChild();
    Node row = head == null ? null : head.getFirstChild();
    for (Node cell = row == null ? null : row.getFirstChild();
        cell != null;
        cell = cell.getNext()) {
      TableCell.Alignment alignment = cell instanceof TableCell c ? c.getAlignment() : null;
      align.add(alignment == null ? null : alignment.name().toLowerCase(Locale.ROOT));
    }
    return parent(mapped, table);
  }

  private static ObjectNode code(String literal, @Nullable String info) {
    ObjectNode mapped = node("code");
    String[] words = info == null ? new String[] {""} : info.strip().split("\\s+", 2);
    if (!words[0].isEmpty()) {
      mapped.put("lang", words[0]);
    }
    if (words.length > 1) {
      mapped.put("meta", words[1]);
    }
    return mapped.put("value", withoutLastLineEnd(literal));
  }

  private static ObjectNode target(ObjectNode mapped, String url, @Nullable String title) {
    mapped.put("url", url);
    return title == null || title.isEmpty() ? mapped : mapped.put("title", title);
  }

  /** Returns the text of a node without markup. */
  static String text(Node node) {
    StringBuilder text = new StringBuilder();
    appendText(node, text);
    return text.toString();
  }

  private static void appendText(Node node, StringBuilder text) {
    switch (node) {
      case Text t -> text.append(t.getLiteral());
      case Code c -> text.append(c.getLiteral());
      case SoftLineBreak s -> text.append('\n');
      case HardLineBreak h -> text.append('\n');
      case Image image -> text.append(plain(image));
      case HtmlInline h -> text.append(h.getLiteral());
      case HtmlBlock h -> text.append(h.getLiteral());
      case FencedCodeBlock c -> text.append(withoutLastLineEnd(c.getLiteral()));
      case IndentedCodeBlock c -> text.append(withoutLastLineEnd(c.getLiteral()));
      default -> {
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
          appendText(child, text);
        }
      }
    }
  }

  private static String withoutLastLineEnd(String code) {
    return code.endsWith("\n") ? code.substring(0, code.length() - 1) : code;
  }

  /** Returns the text below a node without markup. */
  static String plain(Node node) {
    StringBuilder text = new StringBuilder();
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      switch (child) {
        case Text t -> text.append(t.getLiteral());
        case Code c -> text.append(c.getLiteral());
        case SoftLineBreak s -> text.append('\n');
        default -> text.append(plain(child));
      }
    }
    return text.toString();
  }

  private static ObjectNode node(String type) {
    return NODES.objectNode().put("type", type);
  }

  private static ObjectNode parent(String type, Node node) {
    return parent(node(type), node);
  }

  private static ObjectNode parent(ObjectNode mapped, Node node) {
    addChildren(mapped.putArray("children"), node);
    return mapped;
  }

  private static ObjectNode positioned(ObjectNode mapped, Node first, Node last) {
    List<SourceSpan> starts = first.getSourceSpans();
    List<SourceSpan> ends = last.getSourceSpans();
    if (!starts.isEmpty() && !ends.isEmpty()) {
      SourceSpan start = starts.getFirst();
      position(
          mapped,
          point(start.getLineIndex() + 1, start.getColumnIndex() + 1, start.getInputIndex()),
          end(ends.getLast()));
    }
    return mapped;
  }

  private static ObjectNode end(SourceSpan last) {
    int column = last.getColumnIndex() + last.getLength() + 1;
    return point(last.getLineIndex() + 1, column, last.getInputIndex() + last.getLength());
  }

  private static ObjectNode point(long line, int column, int offset) {
    return NODES.objectNode().put("line", line).put("column", column).put("offset", offset);
  }

  private static void position(ObjectNode mapped, ObjectNode start, ObjectNode end) {
    ObjectNode position = mapped.putObject("position");
    position.set("start", start);
    position.set("end", end);
  }
}
