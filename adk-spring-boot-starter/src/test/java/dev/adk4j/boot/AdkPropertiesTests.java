package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.JdbcProperties;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;

/** Starts a real application with one wrong property and reads what it prints. */
@ExtendWith(OutputCaptureExtension.class)
class AdkPropertiesTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adk.enabled                   | maybe | must be true or false
          adk.dispatch.max-iterations   | ten   | must be a whole number
          adk.llm.context.trim.reserve-fraction | warm  | must be a number
          adk.shutdown.timeout          | soon  | must be a duration, such as 500ms, 20s or 5m
          adk.stream.turn-buffer-size   | big   | must be a size, such as 512B, 64KB or 4MB
          adk.llm.prices                | cheap | must be entries, each under its own name: adk.llm.prices.<name>
          adk.llm.budget.limits         | few   | must be numbered groups of properties: adk.llm.budget.limits[0].<property>
          adk.llm.fallback.on           | 5xx | must be a comma-separated list, each element one of outage, rate-limit, first-token, context-length
          adk.vector.backend            | redis | must be one of in-memory, pgvector, spring-ai
          """)
  void explainsExpectedTypeOfWrongValue(
      String property, String value, String reason, CapturedOutput output) throws IOException {
    start(property + "=" + value);

    String meaning =
        metadata()
            .filter(p -> p.path("name").asString().equals(property))
            .map(p -> p.path("description").asString())
            .findFirst()
            .orElseThrow();
    assertThat(output)
        .contains(property + " is '" + value + "' (\"" + property + "\" from property source")
        .contains("which is not allowed: it " + reason + ".")
        .contains("\t" + meaning)
        .doesNotContain("java.lang", "ConversionFailed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adk.dispatch.max-iterations   | -1   | must be 0 or more
          adk.turn.hydrate.messages     | -1   | must be 0 or more
          adk.turn.hydrate.thoughts     | -1   | must be 0 or more
          adk.turn.hydrate.tool-calls   | -1   | must be 0 or more
          adk.turn.hydrate.memories     | -1   | must be 0 or more
          adk.turn.hydrate.retrievables | -1   | must be 0 or more
          adk.endpoint.recent-turns     | -1   | must be 0 or more
          adk.stream.turn-buffer-size   | 0B   | must be more than 0
          adk.stream.buffer-size        | 1KB  | must be at least adk.stream.turn-buffer-size, which is 4194304B
          adk.stream.retention          | -1s  | must not be negative
          adk.stream.heartbeat          | 0s   | must be longer than 0
          adk.stream.stall              | -1s  | must not be negative
          adk.shutdown.timeout          | -1s  | must not be negative
          adk.shutdown.abort-timeout    | -1s  | must not be negative
          adk.jdbc.fetch-limit           | 0    | must be 1 or more
          adk.jdbc.clean-up.interval     | 0s   | must be at least PT1S
          adk.jdbc.clean-up.age          | 1s   | must be at least PT1M
          adk.jdbc.table-prefix          | a-b  | must be a letter or _ followed by letters, digits or _, at most 30 in all
          adk.jdbc.database-schema       | 1; drop | must be a letter or _ followed by letters, digits or _, at most 63 in all
          adk.vector.pgvector.hnsw.m    | 101  | must be from 2 to 100
          adk.vector.pgvector.hnsw.ef-construction | 20 | must be from 32 to 1000
          adk.vector.pgvector.hnsw.ef-search | 0 | must be from 1 to 1000
          adk.jdbc.chunk-size            | 2MB  | must be from 1024B to 1048576B
          """)
  void aValueOutOfRangeIsReportedWithItsPropertyAndTheRange(
      String property, String value, String reason, CapturedOutput output) {
    start(property + "=" + value);

    assertThat(output).contains("APPLICATION FAILED TO START").contains(property).contains(reason);
  }

  @Test
  void anUnknownOptOutIsReportedWithTheKnownOnes(CapturedOutput output) {
    start("adk.storage.noop=messages,recipes");

    assertThat(output)
        .contains("adk.storage.noop is 'messages,recipes' (\"adk.storage.noop\" from")
        .contains("it must be a comma-separated list, each element one of ")
        .contains(
            "messages, memories, thoughts, tool-calls, retrievables, standing-instructions, tools, bytes")
        .contains("\tKinds of records that are not stored.");
  }

  @Test
  void anUnknownNameIsRefused(CapturedOutput output) {
    start("adk.stroage.noop=messages");

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("adk.stroage.noop is not a property of this library (\"adk.stroage.noop\" from")
        .contains("Did you mean this?")
        .contains("\tadk.storage.noop: Kinds of records that are not stored.")
        .doesNotContain("Binding to target");
  }

  @Test
  void refusesDissimilarNameWithRemedy(CapturedOutput output) {
    start("adk.weather.station.key=x");

    assertThat(output)
        .contains("adk.weather.station.key is not a property of this library")
        .contains("give it another prefix than adk")
        .doesNotContain("Did you mean");
  }

  @Test
  void explainsMeaningOfPropertyForRefusedValue(CapturedOutput output) {
    start("adk.turn.hydrate.messages=-3");

    assertThat(output)
        .contains(
            "adk.turn.hydrate.messages is '-3' (\"adk.turn.hydrate.messages\" from property source")
        .contains("which is not allowed: it must be 0 or more.")
        .contains(
            "\tMaximum number of messages that a turn loads at its start, newest first; 0 for none. The default keeps prompts small. Default: 20.");
  }

  @Test
  void closedSetsHaveValueHintsThatBind() throws IOException {
    List<JsonNode> hints = hints().toList();
    assertThat(hints)
        .extracting(h -> h.path("name").asString())
        .contains("adk.storage.noop", "adk.jdbc.schema");
    for (JsonNode hint : hints) {
      String name = hint.path("name").asString();
      assertThat(metadata()).anyMatch(p -> p.path("name").asString().equals(name));
      for (JsonNode value : hint.path("values")) {
        Binder binder =
            new Binder(
                new MapConfigurationPropertySource(Map.of(name, value.path("value").asString())));
        assertThat(binder.bind("adk", AdkProperties.class).isBound()).isTrue();
      }
    }
    assertThat(hints.getFirst().path("values").size() + hints.get(1).path("values").size())
        .isEqualTo(CallbackKind.values().length + JdbcProperties.SchemaMode.values().length);
  }

  private static Stream<JsonNode> hints() throws IOException {
    return described("hints")
        .sorted(Comparator.comparing((JsonNode h) -> h.path("name").asString()).reversed())
        .filter(
            h -> Set.of("adk.storage.noop", "adk.jdbc.schema").contains(h.path("name").asString()));
  }

  static Stream<RecordComponent> groups() {
    return Arrays.stream(AdkProperties.class.getRecordComponents())
        .filter(group -> group.getType().isRecord());
  }

  @ParameterizedTest
  @MethodSource("groups")
  void unsetGroupHasDefaultsOfItsAnnotations(RecordComponent group)
      throws ReflectiveOperationException {
    AdkProperties unset = new Binder().bindOrCreate("adk", AdkProperties.class);

    assertThat(group.getAccessor().invoke(unset))
        .isEqualTo(
            new Binder()
                .bindOrCreate(
                    "adk." + DataObjectPropertyName.toDashedForm(group.getName()),
                    group.getType()));
  }

  @Test
  void everyPropertyIsDescribed() throws IOException {
    assertThat(metadata())
        .allSatisfy(p -> assertThat(p.path("description").asString()).endsWith("."));
  }

  /**
   * In the output names of sets and lists carry an index, and nested names may be split over lines.
   */
  private static String quoted(String property) {
    return property.replace(".", "\\.");
  }

  private static void start(String property) {
    try {
      new SpringApplicationBuilder(App.class)
          .web(WebApplicationType.NONE)
          .properties("spring.main.banner-mode=off")
          .run("--" + property)
          .close();
      throw new AssertionError("started with " + property);
    } catch (RuntimeException e) {
      // reported on the console, which is what the test looks at
    }
  }

  static Stream<JsonNode> metadata() throws IOException {
    return described("properties")
        .filter(p -> p.path("name").asString().startsWith("adk."))
        .filter(p -> p.path("deprecation").isMissingNode());
  }

  private static Stream<JsonNode> described(String what) throws IOException {
    try (InputStream json =
        AdkProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      assertThat(json).isNotNull();
      return Json.read(new String(json.readAllBytes(), StandardCharsets.UTF_8))
          .path(what)
          .valueStream();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration(AdkAutoConfiguration.class)
  static class App {}

  @Nested
  @Tag("slow")
  class EachProperty {

    static Stream<String> propertiesWithATypedValue() throws IOException {
      return metadata()
          .filter(p -> !p.path("type").asString().equals("java.lang.String"))
          .filter(p -> !p.path("type").asString().equals("java.util.List<java.lang.String>"))
          // any text is a location; what is there is read, and reported, by who needs it
          .filter(p -> !p.path("type").asString().equals("org.springframework.core.io.Resource"))
          .map(p -> p.path("name").asString());
    }

    @ParameterizedTest
    @MethodSource("propertiesWithATypedValue")
    void aValueOfTheWrongTypeIsReportedWithItsProperty(String property, CapturedOutput output) {
      start(property + "=nonsense");

      assertThat(output)
          .contains("APPLICATION FAILED TO START")
          .containsPattern(
              quoted(property) + "\\S* is 'nonsense' \\(.*\\), which is not allowed: it must be ")
          .contains("Change " + property);
    }

    /** What no number, duration or size may be: below nothing. */
    static Stream<String> propertiesOfAnAmount() throws IOException {
      Map<String, String> below =
          Map.of(
              "java.lang.Integer", "-1",
              "java.lang.Long", "-1",
              "java.lang.Double", "-3",
              "java.math.BigDecimal", "-3",
              "java.time.Duration", "-1s",
              "org.springframework.util.unit.DataSize", "-1B");
      return metadata()
          .filter(p -> below.containsKey(p.path("type").asString()))
          .map(p -> p.path("name").asString() + "=" + below.get(p.path("type").asString()));
    }

    @ParameterizedTest
    @MethodSource("propertiesOfAnAmount")
    void anAmountBelowNothingIsReportedWithItsProperty(String setting, CapturedOutput output) {
      start(setting);

      assertThat(output)
          .contains("APPLICATION FAILED TO START")
          .contains(setting.substring(0, setting.indexOf('=')));
    }
  }
}
