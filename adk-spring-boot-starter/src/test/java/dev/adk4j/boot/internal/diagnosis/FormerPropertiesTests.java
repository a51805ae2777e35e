package dev.adk4j.boot.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

class FormerPropertiesTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(AdkAutoConfiguration.class)
          .withBean(StorageAdapter.class, InMemoryStorageAdapter::new)
          .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack())
          .withPropertyValues("adk.storage.noop=tools");

  @Test
  void reportsEveryOldNameWithItsOriginAndItsNewName() {
    FailureAnalysis analysis =
        report(
            "adk.llm.context.thrift.enabled=true",
            "adk.llm.context.compact.summarise-at-tokens=4000",
            "adk.llm.context.compact.keep-verbatim=4");
    assertThat(analysis.getDescription().lines())
        .containsExactlyInAnyOrder(
            "adk.llm.context.thrift.enabled is not a property of this library (\"adk.llm.context.thrift.enabled\" from property source \"test\").",
            "adk.llm.context.compact.summarise-at-tokens is not a property of this library (\"adk.llm.context.compact.summarise-at-tokens\" from property source \"test\").",
            "adk.llm.context.compact.keep-verbatim is not a property of this library (\"adk.llm.context.compact.keep-verbatim\" from property source \"test\").");
    assertThat(analysis.getAction().lines())
        .containsExactlyInAnyOrder(
            "adk.llm.context.thrift.enabled is now adk.llm.context.trim.enabled.",
            "adk.llm.context.compact.summarise-at-tokens is now adk.llm.context.summary.summarize-at-tokens.",
            "adk.llm.context.compact.keep-verbatim is now adk.llm.context.summary.keep-verbatim.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adk.jpa.maintenance.username             | adk.jpa.maintenance.username is now adk.jdbc.maintenance.username.
          adk.llm.options.temperature              | spring.ai.<provider>.chat.*
          adk.llm.options.stop-sequences[0]        | spring.ai.<provider>.chat.*
          adk.llm.retry.max-attempts               | spring.ai.retry.*, or a RetryOptions bean.
          adk.llm.fallback.circuit-breaker.calls   | resilience4j.circuitbreaker.*
          adk.llm.bucket-order                     | the option prompt.bucketOrder of an LlmOptionsPatch bean.
          adk.llm.bucket-order[0]                  | the option prompt.bucketOrder of an LlmOptionsPatch bean.
          adk.llm.self-identity                    | the option prompt.selfIdentity of an LlmOptionsPatch bean.
          adk.llm.envelope.nonce-mode              | a NonceSource bean
          adk.memory.extraction.lease-life         | an ExtractionSettings bean.
          adk.memory.journal.max-age               | an ExtractionSettings bean.
          adk.memory.extraction.on-parse-failure   | Use an Extractor bean
          adk.memory.injection.trigger             | an InjectionSettings bean.
          adk.memory.injection.merge               | an InjectionSettings bean.
          adk.memory.scoring.half-life             | a MemoryScorer bean.
          adk.memory.scoring.min-confidence        | an InjectionSettings bean.
          adk.memory.search-tool.name              | a SearchToolSettings bean.
          adk.memory.add-tool.wait-for-writes      | an AddToolSettings bean.
          adk.vector.encode-chunk                  | a VectorDb bean
          adk.jdbc.tool-calls.fetch-limit          | a JdbcStorageOptions bean
          """)
  void namesTheNewPlaceOfAFormerProperty(String old, String place) {
    assertThat(report(old + "=3").getAction()).startsWith(old + " ").contains(place);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adk.jpa.entities=false",
        "adk.memory.add-tool.enabled=false",
        "adk.memory.search-tool.enabled=false",
        "adk.memory.injection.enabled=false",
        "adk.memory.journal.type=memory",
        "adk.llm.envelope.nonce-key=0123456789abcdef",
        "adk.jdbc.fetch-limit=3",
        "adk.llm.context.summary.enabled=true"
      })
  void keepsTheNeighborsOfFormerProperties(String setting) {
    assertThat(runner.start(setting)).hasNotFailed();
  }

  private FailureAnalysis report(String... settings) {
    var context = runner.start(settings);
    assertThat(context).hasFailed();
    FailureAnalysis analysis =
        new UnknownPropertyFailureAnalyzer().analyze(context.getStartupFailure());
    assertThat(analysis).isNotNull();
    return analysis;
  }
}
