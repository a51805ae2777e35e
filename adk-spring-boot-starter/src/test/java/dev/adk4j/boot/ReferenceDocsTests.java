package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.memory.MemoryMeter;
import dev.adk4j.boot.memory.MemoryObservation;
import dev.adk4j.boot.observe.AdkMeter;
import dev.adk4j.boot.observe.AdkObservation;
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

  @Test
  void propertiesMatchTheMetadata() throws IOException {
    List<JsonNode> properties =
        AdkPropertiesTests.metadata()
            .sorted(Comparator.comparing(p -> p.path("name").asString()))
            .toList();
    StringBuilder text = new StringBuilder();
    text.append(
        "# Properties\n\nGenerated from the configuration metadata. A name under `adk` that is not listed is refused.\n\n");
    text.append("| Property | Type | Default | Meaning |\n| --- | --- | --- | --- |\n");
    for (JsonNode property : properties) {
      text.append("| `").append(property.path("name").asString()).append("` | ");
      text.append(type(property)).append(" | ").append(defaultValue(property)).append(" | ");
      text.append(property.path("description").asString().replaceAll("\\s+", " ")).append(" |\n");
    }
    compare("properties.md", text.toString());
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
    for (MemoryObservation observation : MemoryObservation.values()) {
      text.append("| `").append(observation.getName()).append("` | `");
      text.append(observation.getContextualName()).append("` | ");
      text.append(keys(observation.getLowCardinalityKeyNames())).append(" | ");
      text.append(keys(observation.getHighCardinalityKeyNames())).append(" |\n");
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
    for (MemoryMeter meter : MemoryMeter.values()) {
      text.append("| `").append(meter.meterName()).append("` | ").append(meter.type());
      text.append(" | ").append(meter.unit()).append(" | ");
      text.append(meter.tags().stream().map(t -> "`" + t + "`").collect(Collectors.joining(", ")));
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
      case "dev.adk4j.boot.AdkProperties$SchemaMode" -> "`create-if-missing`, `validate`, `none`";
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
