package dev.adk4j.artifact.json;

import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.spi.json.AbstractJsonProvider;
import dev.adk4j.artifact.internal.Deadline;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lets Jayway read Jackson 3 nodes, since the json-path version that Spring Boot manages supports
 * only Jackson 2. Counts each step against a deadline, since Jayway cannot be interrupted but reads
 * every node through its provider.
 */
final class JsonNodeProvider extends AbstractJsonProvider {

  private final Deadline deadline;

  JsonNodeProvider(Deadline deadline) {
    this.deadline = deadline;
  }

  @Override
  public boolean isMap(@Nullable Object node) {
    deadline.step();
    return node instanceof ObjectNode;
  }

  @Override
  public boolean isArray(@Nullable Object node) {
    deadline.step();
    return node instanceof ArrayNode;
  }

  @Override
  public Object getArrayIndex(Object array, int index) {
    deadline.step();
    JsonNode element = ((ArrayNode) array).get(index);
    if (element == null) {
      // Jayway expects this for an index past the end, and treats null as a match.
      throw new IndexOutOfBoundsException(index);
    }
    return element;
  }

  @Override
  public Object getMapValue(Object map, String key) {
    deadline.step();
    JsonNode value = ((ObjectNode) map).get(key);
    return value == null ? UNDEFINED : value;
  }

  @Override
  public Collection<String> getPropertyKeys(Object map) {
    deadline.step();
    return List.copyOf(((ObjectNode) map).propertyNames());
  }

  @Override
  public int length(Object node) {
    if (node instanceof ArrayNode || node instanceof ObjectNode) {
      return ((JsonNode) node).size();
    }
    if (node instanceof JsonNode text && text.isString()) {
      return text.stringValue().length();
    }
    throw new JsonPathException("only arrays, objects and strings have a length");
  }

  /** Returns the elements of an array as plain values for Jayway's functions. */
  @Override
  public Iterable<?> toIterable(Object array) {
    return ((ArrayNode) array).valueStream().map(this::unwrap).toList();
  }

  @Override
  public @Nullable Object unwrap(@Nullable Object node) {
    deadline.step();
    if (!(node instanceof JsonNode value) || value.isContainer()) {
      return node;
    }
    return switch (value.getNodeType()) {
      case STRING -> value.stringValue();
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> number(value.numberValue());
      case NULL, MISSING -> null;
      default -> node;
    };
  }

  /** Converts numbers of JSON5 that Jayway cannot compare. */
  private static Object number(Number number) {
    return number instanceof Double d && !Double.isFinite(d) ? d.toString() : number;
  }

  @Override
  public Object createArray() {
    return JsonTexts.MAPPER.createArrayNode();
  }

  @Override
  public Object createMap() {
    return JsonTexts.MAPPER.createObjectNode();
  }

  @Override
  public void setArrayIndex(Object array, int index, Object value) {
    ArrayNode nodes = (ArrayNode) array;
    if (index == nodes.size()) {
      nodes.add(node(value));
    } else {
      nodes.set(index, node(value));
    }
  }

  @Override
  public void setProperty(Object map, Object key, Object value) {
    ((ObjectNode) map).set(key.toString(), node(value));
  }

  private static JsonNode node(@Nullable Object value) {
    return value instanceof JsonNode node ? node : JsonTexts.MAPPER.valueToTree(value);
  }

  @Override
  public Object parse(String json) {
    try {
      return JsonTexts.MAPPER.readTree(json);
    } catch (JacksonException e) {
      throw new JsonPathException(e);
    }
  }

  @Override
  public Object parse(InputStream json, String charset) {
    throw new UnsupportedOperationException("A path is applied to a value, never to a stream.");
  }

  @Override
  public String toJson(Object value) {
    return JsonTexts.MAPPER.writeValueAsString(value);
  }
}
