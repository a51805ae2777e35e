package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.AdkObservation;
import io.micrometer.common.docs.KeyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The reference tables are what the code says; {@code -Dadk.docs.update=true} writes them anew. */
class ReferenceDocsTests {

  /** A feature has a page; names are the second parts of its properties. */
  private record Feature(String file, String title, String purpose, String names) {

    boolean has(JsonNode property) {
      return List.of(names.split(" ")).contains(property.path("name").asString().split("\\.")[1]);
    }

    String link() {
      return "[" + title + "](properties/" + file + ")";
    }
  }

  private static final List<Feature> FEATURES =
      List.of(
          new Feature(
              "agents.md",
              "Agents and turns",
              "prompts, history, limits of a turn, guards, tools",
              "agents client enabled dispatch turn tools shutdown skills guards"),
          new Feature(
              "models.md",
              "Models",
              "model, streaming, context window, fallback, budgets",
              "llm chat-memory"),
          new Feature(
              "approvals.md",
              "Approvals and limits",
              "who decides, how long, how much a user may do",
              "gates limits"),
          new Feature(
              "storage.md",
              "Storage",
              "tables, schema, clean-up, row-level security",
              "jdbc jpa storage"),
          new Feature("memory.md", "Memory", "stores, injection, extraction", "memory"),
          new Feature(
              "documents.md",
              "Documents and vectors",
              "retrieval, ingestion, pgvector",
              "retrieval vector"),
          new Feature(
              "web.md",
              "Web and protocols",
              "streams, AI SDK, AG-UI, OpenAI, A2A, MCP, endpoints",
              "web stream endpoint"),
          new Feature("durable.md", "Durable turns", "queue, heartbeat, stored events", "durable"),
          new Feature(
              "observability.md",
              "Observability",
              "observations and their content",
              "observations"));

  /** What a first project sets, most often first. */
  private static final List<String> FIRST =
      List.of(
          "adk.client.system-prompt",
          "adk.agents",
          "adk.jdbc.schema",
          "adk.turn.hydrate.messages",
          "adk.turn.max-input",
          "adk.llm.budget.limits",
          "adk.gates.required-authorities",
          "adk.memory.enabled",
          "adk.retrieval.ingestion.folder",
          "adk.durable.enabled");

  @Test
  void propertiesMatchTheMetadata() throws IOException {
    List<JsonNode> properties =
        AdkPropertiesTests.metadata()
            .sorted(Comparator.comparing(p -> p.path("name").asString()))
            .toList();
    assertThat(properties)
        .as("properties without one page")
        .allMatch(property -> FEATURES.stream().filter(f -> f.has(property)).count() == 1);
    StringBuilder text = new StringBuilder("# Properties\n\n");
    text.append(
        "Generated from the configuration metadata. An unknown name under `adk` is refused.\n\n");
    text.append("| Feature | Properties for |\n| --- | --- |\n");
    for (Feature feature : FEATURES) {
      text.append("| " + feature.link() + " | " + feature.purpose() + " |\n");
    }
    text.append("\nThe ten that a first project sets:\n\n");
    for (String name : FIRST) {
      JsonNode property =
          properties.stream().filter(p -> p.path("name").asString().equals(name)).findFirst().get();
      Feature feature = FEATURES.stream().filter(f -> f.has(property)).findFirst().get();
      text.append("* `" + name + "` (" + feature.link() + "): " + meaning(property) + "\n");
    }
    compare("properties.md", text.toString());
    for (Feature feature : FEATURES) {
      StringBuilder page = new StringBuilder("# Properties: " + feature.title() + "\n\n");
      page.append("Generated from the configuration metadata: " + feature.purpose() + ".\n");
      properties.stream()
          .filter(feature::has)
          .map(ReferenceDocsTests::section)
          .forEach(page::append);
      compare("properties/" + feature.file(), page.toString());
    }
  }

  /** The name is a heading, so that a search by the meaning finds it. */
  private static String section(JsonNode property) {
    String value = defaultValue(property);
    return "\n## `%s`\n\n%s\n\nType: %s. Default: %s.\n"
        .formatted(
            property.path("name").asString(),
            meaning(property),
            type(property),
            value.isEmpty() ? "none" : value);
  }

  @Test
  void observationsMatchTheCode() throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Observations and meters\n\nGenerated from the code. Each observation is a timer and, with tracing, a span. ");
    text.append("Spans carry the keys of both columns, metrics those of the first.\n\n");
    text.append(
        "| Observation | Span | Keys of metrics and spans | Keys of spans only |\n| --- | --- | --- | --- |\n");
    for (AdkObservation observation : AdkObservation.values()) {
      text.append("| `")
          .append(observation.getName())
          .append("` | `")
          .append(observation.getContextualName());
      text.append("` | ").append(keys(observation.getLowCardinalityKeyNames()));
      text.append(" | ").append(keys(observation.getHighCardinalityKeyNames())).append(" |\n");
    }
    text.append("\n| Meter | Type | Unit | Tags |\n| --- | --- | --- | --- |\n");
    for (AdkMeter meter : AdkMeter.values()) {
      text.append("| `")
          .append(meter.meterName())
          .append("` | ")
          .append(meter.type())
          .append(" | ")
          .append(meter.unit());
      text.append(" | ")
          .append(meter.tags().stream().map(t -> "`" + t + "`").collect(Collectors.joining(", ")));
      text.append(" |\n");
    }
    text.append(
        "\n`memory.query`, `memory.results` and `memory.content` are content: they are there only with"
            + " `adk.memory.observability.include-content=true`.\n");
    text.append(
        "\n`gen_ai.input.messages`, `gen_ai.output.messages` and `gen_ai.tool.call.arguments` are content: ");
    text.append("they are there only with `adk.observations.include-content=true`.\n");
    compare("observations.md", text.toString());
  }

  private static String meaning(JsonNode property) {
    return property.path("description").asString().replaceAll("\\s+", " ");
  }

  private static String keys(KeyName[] keys) {
    return Arrays.stream(keys).map(k -> "`" + k.asString() + "`").collect(Collectors.joining(", "));
  }

  private static String type(JsonNode property) {
    String type = property.path("type").asString();
    return switch (type) {
      case "java.util.List<java.lang.String>" -> "list of texts";
      case "java.util.Set<dev.adk4j.storage.CallbackKind>" ->
          "set of "
              + Arrays.stream(dev.adk4j.storage.CallbackKind.values())
                  .map(n -> "`" + n.propertyValue() + "`")
                  .collect(Collectors.joining(", "));
      case "dev.adk4j.boot.internal.properties.AdkProperties$SchemaMode" ->
          "`create-if-missing`, `validate`, `none`";
      case "java.lang.String" -> "text";
      default -> named(type);
    };
  }

  /** The values of an enum, or else the plain name of the type. */
  private static String named(String type) {
    if (type.startsWith("java.util.List<")) {
      return "list";
    }
    if (type.startsWith("java.util.Set<")) {
      return "set of " + named(type.substring("java.util.Set<".length(), type.length() - 1));
    }
    if (type.startsWith("java.util.Map<")) {
      return "map";
    }
    if (type.startsWith("dev.adk4j.") && type.indexOf('<') < 0) {
      try {
        Object[] values = Class.forName(type).getEnumConstants();
        if (values != null) {
          return Arrays.stream(values)
              .map(
                  v ->
                      "`" + v.toString().toLowerCase(java.util.Locale.ROOT).replace('_', '-') + "`")
              .collect(Collectors.joining(", "));
        }
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
    return type.substring(type.lastIndexOf('.') + 1).toLowerCase(java.util.Locale.ROOT);
  }

  private static String defaultValue(JsonNode property) {
    JsonNode value = property.path("defaultValue");
    return value.isMissingNode() || value.asString("").isEmpty() && value.isString()
        ? ""
        : "`" + value.asString() + "`";
  }

  private static void compare(String file, String expected) throws IOException {
    Path path = root().resolve("docs/reference").resolve(file);
    if (Boolean.getBoolean("adk.docs.update")) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, expected);
    }
    assertThat(path)
        .withFailMessage(
            "%s is not what the code says; run this test with -Dadk.docs.update=true", path)
        .exists()
        .hasContent(expected);
  }

  /** The directory that holds all modules. */
  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
      assertThat(directory).isNotNull();
    }
    return directory;
  }
}
