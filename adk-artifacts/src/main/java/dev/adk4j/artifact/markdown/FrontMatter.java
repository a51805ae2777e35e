package dev.adk4j.artifact.markdown;

import dev.adk4j.artifact.internal.Blanks;
import dev.adk4j.bytes.LineCursor;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreFloat;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreInt;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads YAML front matter: plain data only, with limits on size, depth and the expansion of
 * aliases.
 */
final class FrontMatter {

  private static final int MAX_LINES = 200;
  private static final int MAX_CHARACTERS = 256 * 1024;
  private static final int MAX_DEPTH = 50;
  private static final int MAX_NODES = 20_000;

  /** Maximum digits of a number in a {@link JsonValue}. */
  private static final int MAX_DIGITS = 900;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final ConstructNode BOUNDED_INT = bounded(new ConstructYamlCoreInt());
  private static final ConstructNode BOUNDED_FLOAT = bounded(new ConstructYamlCoreFloat());

  private int nodes;

  private FrontMatter() {}

  static Optional<JsonValue> read(SpoolReader reader) throws IOException {
    String yaml = block(reader);
    if (yaml == null || yaml.isBlank()) {
      return Optional.empty();
    }
    checkShape(yaml);
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel("front matter")
            .setSchema(new CoreSchema())
            .setMaxAliasesForCollections(50)
            .setTagConstructors(Map.of(Tag.INT, BOUNDED_INT, Tag.FLOAT, BOUNDED_FLOAT))
            .build();
    try {
      JsonNode root = new FrontMatter().node(new Load(settings).loadFromString(yaml), 0);
      return root.isObject() ? Optional.of(JsonValue.of(root)) : Optional.empty();
    } catch (YamlEngineException | IndexOutOfBoundsException | NumberFormatException e) {
      if (e.getCause() instanceof AdkException limit) {
        throw limit;
      }
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_CONTENT_INVALID,
          "The front matter is not valid YAML: " + e.getMessage(),
          e);
    }
  }

  /** Rejects a number that takes long to compute and is not valid in JSON. */
  private static ConstructNode bounded(ConstructNode number) {
    return node -> {
      if (node instanceof ScalarNode scalar && scalar.getValue().length() > MAX_DIGITS) {
        throw limit("has a number of more than " + MAX_DIGITS + " digits");
      }
      return number.construct(node);
    };
  }

  private static @Nullable String block(SpoolReader reader) throws IOException {
    try (LineCursor cursor = reader.lines(0)) {
      String line = cursor.next();
      if (line == null || !MarkdownLines.isFrontMatterRule(line)) {
        return null;
      }
      StringBuilder yaml = new StringBuilder();
      for (int i = 1; i < MAX_LINES; i++) {
        line = cursor.next();
        if (line == null) {
          return null;
        }
        if (MarkdownLines.isFrontMatterRule(line)) {
          return yaml.toString();
        }
        yaml.append(line).append('\n');
        if (yaml.length() > MAX_CHARACTERS) {
          throw limit("has more than " + MAX_CHARACTERS + " characters");
        }
      }
      return null;
    }
  }

  /**
   * Checks the shape before parsing, since the parser is recursive and holds all values. Each level
   * needs a bracket, a dash or an indented key; each value of a flow needs a comma.
   */
  private static void checkShape(String yaml) {
    if (yaml.chars().filter(c -> c == ',').count() > MAX_NODES) {
      throw limit("has more than " + MAX_NODES + " values");
    }
    int brackets = 0;
    for (String line : yaml.split("\n", -1)) {
      int indicators = 0;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        brackets += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        boolean blankFollows = i + 1 == line.length() || Blanks.isBlank(line.charAt(i + 1));
        indicators += (c == '-' || c == '?' || c == ':') && blankFollows ? 1 : 0;
        if (brackets > 10 * MAX_DEPTH || indicators > 10 * MAX_DEPTH) {
          throw limit("is nested too deep");
        }
      }
    }
  }

  private JsonNode node(@Nullable Object value, int depth) {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
      throw limit(
          "is nested deeper than %s levels or has more than %s values"
              .formatted(MAX_DEPTH, MAX_NODES));
    }
    return switch (value) {
      case null -> NODES.nullNode();
      case Boolean b -> NODES.booleanNode(b);
      case Integer i -> NODES.numberNode(i);
      case Long l -> NODES.numberNode(l);
      case BigInteger big -> NODES.numberNode(big);
      case Double d -> NODES.numberNode(d);
      case Map<?, ?> map -> object(map, depth);
      case List<?> list -> array(list, depth);
      case Set<?> set -> array(List.copyOf(set), depth);
      default -> NODES.stringNode(value.toString());
    };
  }

  private ObjectNode object(Map<?, ?> map, int depth) {
    ObjectNode object = NODES.objectNode();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      JsonNode key = node(entry.getKey(), depth + 1);
      object.set(
          key.isContainer() ? key.toString() : key.asString("null"),
          node(entry.getValue(), depth + 1));
    }
    return object;
  }

  private ArrayNode array(List<?> list, int depth) {
    ArrayNode array = NODES.arrayNode();
    list.forEach(element -> array.add(node(element, depth + 1)));
    return array;
  }

  private static AdkException limit(String what) {
    return SpooledMarkdownArtifact.limit("The front matter %s.", what);
  }
}
