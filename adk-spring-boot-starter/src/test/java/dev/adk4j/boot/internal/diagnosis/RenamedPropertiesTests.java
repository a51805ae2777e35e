package dev.adk4j.boot.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class RenamedPropertiesTests {

  private final StandardEnvironment environment = new StandardEnvironment();

  @Test
  void acceptsNewNames() {
    set("adk.llm.context.trim.enabled", "true");
    assertThatCode(() -> RenamedProperties.check(environment)).doesNotThrowAnyException();
  }

  @Test
  void reportsEveryOldNameWithItsOriginAndItsNewName() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("adk.llm.context.thrift.enabled", "true");
    values.put("adk.llm.context.compact.summarise-at-tokens", "4000");
    values.put("adk.llm.context.compact.keep-verbatim", "4");
    environment.getPropertySources().addFirst(new MapPropertySource("settings", values));
    assertThatThrownBy(() -> RenamedProperties.check(environment))
        .isInstanceOfSatisfying(
            RenamedPropertiesException.class,
            e -> {
              FailureAnalysis analysis = new RenamedPropertiesFailureAnalyzer().analyze(e);
              assertThat(analysis).isNotNull();
              assertThat(analysis.getDescription())
                  .isEqualTo(
                      """
                      These properties have been renamed or removed:

                      \tadk.llm.context.compact.summarise-at-tokens ("adk.llm.context.compact.summarise-at-tokens" from property source "settings")
                      \tadk.llm.context.compact.keep-verbatim ("adk.llm.context.compact.keep-verbatim" from property source "settings")
                      \tadk.llm.context.thrift.enabled ("adk.llm.context.thrift.enabled" from property source "settings")\
                      """);
              assertThat(analysis.getAction())
                  .isEqualTo(
                      """
                      Set them at their new places:

                      \tadk.llm.context.compact.summarise-at-tokens: now adk.llm.context.summary.summarize-at-tokens
                      \tadk.llm.context.compact.keep-verbatim: now adk.llm.context.summary.keep-verbatim
                      \tadk.llm.context.thrift.enabled: now adk.llm.context.trim.enabled\
                      """);
              assertThat(e).hasMessageNotContaining("4000");
            });
  }

  @Test
  void keepsTheNameOfTheEntitiesAndRenamesTheirNeighbors() {
    set("adk.jpa.entities", "false");
    assertThatCode(() -> RenamedProperties.check(environment)).doesNotThrowAnyException();
    set("adk.jpa.maintenance.username", "owner");
    assertThatThrownBy(() -> RenamedProperties.check(environment))
        .hasMessageContaining("adk.jpa.maintenance.username")
        .hasMessageNotContaining("entities");
  }

  @Test
  void findsEnvironmentVariablesOnce() {
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of("ADK_LLM_CONTEXT_COMPACT_SUMMARISEATTOKENS", "1")));
    assertThatThrownBy(() -> RenamedProperties.check(environment))
        .hasMessage(
            "Properties have old names: adk.llm.context.compact.summarise-at-tokens is now"
                + " adk.llm.context.summary.summarize-at-tokens");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adk.llm.options.temperature              | spring.ai.<provider>.chat.*
          adk.llm.options.stop-sequences[0]        | spring.ai.<provider>.chat.*
          adk.llm.retry.max-attempts               | spring.ai.retry.*, or a RetryOptions bean
          adk.llm.fallback.circuit-breaker.calls   | resilience4j.circuitbreaker.*
          adk.llm.bucket-order                     | the option prompt.bucketOrder of an LlmOptionsPatch bean
          adk.llm.bucket-order[0]                  | the option prompt.bucketOrder of an LlmOptionsPatch bean
          adk.llm.self-identity                    | the option prompt.selfIdentity of an LlmOptionsPatch bean
          adk.llm.envelope.nonce-mode              | a NonceSource bean
          adk.memory.extraction.lease-life         | an ExtractionSettings bean
          adk.memory.journal.max-age               | an ExtractionSettings bean
          adk.memory.injection.merge               | an InjectionSettings bean
          adk.memory.scoring.half-life             | a MemoryScorer bean
          adk.memory.scoring.min-confidence        | an InjectionSettings bean
          adk.memory.search-tool.name              | a SearchToolSettings bean
          adk.memory.add-tool.wait-for-writes      | an AddToolSettings bean
          adk.jdbc.tool-calls.fetch-limit          | a JdbcStorageOptions bean
          """)
  void namesTheNewPlaceOfAPropertyThatIsNone(String old, String place) {
    set(old, "3");
    assertThatThrownBy(() -> RenamedProperties.check(environment))
        .hasMessageContaining(old + " is now ")
        .hasMessageContaining(place)
        .hasMessageNotContaining(place + ".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adk.memory.add-tool.enabled",
        "adk.memory.search-tool.enabled",
        "adk.memory.extraction.on-parse-failure",
        "adk.memory.injection.trigger",
        "adk.memory.journal.type",
        "adk.llm.envelope.nonce-key",
        "adk.jdbc.fetch-limit"
      })
  void keepsTheNeighborsOfPropertiesThatAreNone(String name) {
    set(name, "3");
    assertThatCode(() -> RenamedProperties.check(environment)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ADK_LLM_RETRY_MAXATTEMPTS", "ADK_LLM_SELFIDENTITY", "ADK_LLM_BUCKETORDER_0"})
  void findsVariablesOfPropertiesThatAreNone(String variable) {
    environment
        .getPropertySources()
        .addFirst(
            new SystemEnvironmentPropertySource(
                "variables-systemEnvironment", Map.of(variable, "1")));
    assertThatThrownBy(() -> RenamedProperties.check(environment)).hasMessageContaining(" bean");
  }

  @Test
  void stopsTheStartBeforeUnknownNamesAreReported() {
    ContextStarter.of(AdkAutoConfiguration.class)
        .withPropertyValues("adk.jpa.schema=none")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .isInstanceOf(RenamedPropertiesException.class));
  }

  private void set(String name, String value) {
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource("settings", Map.of(name, value)));
    ConfigurationPropertySources.attach(environment);
  }
}
