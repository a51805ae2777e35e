package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.StorageErrorCode;
import dev.adk4j.test.ScriptedExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class MissingTablesFailureAnalyzerTests {

  @Test
  void aDatabaseWithoutTheTablesIsExplainedInsteadOfAStackTrace(CapturedOutput output) {
    assertThatThrownBy(() -> start("adk.jdbc.schema=validate", "adk.jdbc.table-prefix=my_"))
        .isNotNull();

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("The database lacks the table my_conversation, the table my_message,")
        .contains("<artifactId>spring-boot-starter-flyway</artifactId>")
        .contains("\tadk.jdbc.schema=create-if-missing")
        .contains("\tadk.jdbc.table-prefix=adk_")
        .doesNotContain("\tat ");
  }

  @Test
  void explainsMissingDatabaseSchema(CapturedOutput output) {
    assertThatThrownBy(() -> start("adk.jdbc.database-schema=nowhere")).isNotNull();

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("The schema does not exist in the database: Schema \"NOWHERE\" not found")
        .contains("Create the schema that adk.jdbc.database-schema ")
        .doesNotContain("\tat ");
  }

  @Test
  void explainsUnsupportedDatabase() {
    AdkException unsupported =
        AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
            .message("This database is Nowhere.")
            .help("Point the data source at another.")
            .args("Nowhere")
            .build();

    FailureAnalysis analysis = new MissingTablesFailureAnalyzer().analyze(unsupported);

    assertThat(analysis).isNotNull();
    assertThat(analysis.getDescription()).isEqualTo("This database is Nowhere.");
    assertThat(analysis.getAction()).isEqualTo("Point the data source at another.");
  }

  @Test
  void otherErrorsAreLeftToOthers() {
    assertThat(
            new MissingTablesFailureAnalyzer()
                .analyze(new AdkException(StorageErrorCode.E_STORAGE_FAILED, "refused")))
        .isNull();
  }

  private static void start(String... properties) {
    new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "adk.storage.noop=tools",
            "adk.jdbc.schema=create-if-missing",
            "spring.datasource.generate-unique-name=true",
            "spring.main.banner-mode=off")
        .properties(properties)
        .run()
        .close();
  }

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    AdkJdbcStorageAutoConfiguration.class,
    AdkAutoConfiguration.class
  })
  static class Application {

    @Bean
    ScriptedExecutor executor() {
      return ScriptedExecutor.saying("hello");
    }
  }
}
