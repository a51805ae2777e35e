package dev.adk4j.boot.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayDataSource;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseDataSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An owner migrates; the application's own user reads and writes, and may do no more. */
@ExtendWith(OutputCaptureExtension.class)
class OwnerMigratesTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID();
  @AutoClose private Connection keepsItOpen;

  private final ContextStarter runner =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              FlywayAutoConfiguration.class,
              LiquibaseAutoConfiguration.class,
              AdkJdbcStorageAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withBean("executor", ScriptedExecutor.class, () -> ScriptedExecutor.saying("hello"))
          .withPropertyValues(
              "spring.datasource.url=" + url,
              "spring.datasource.username=app",
              "spring.datasource.password=app",
              "adk.storage.noop=tools",
              "spring.liquibase.enabled=false");

  private final ContextStarter liquibase =
      runner
          .withClassLoader(new FilteredClassLoader("org.flywaydb"))
          .withPropertyValues(
              "spring.liquibase.enabled=true",
              "spring.liquibase.change-log=classpath:db/application/changelog.xml");

  @BeforeEach
  void makeTheRoles() throws SQLException {
    keepsItOpen = DriverManager.getConnection(url, "owner", "owner");
    try (Statement statement = keepsItOpen.createStatement()) {
      statement.execute("create user app password 'app'");
      statement.execute("grant select, insert, update, delete on schema public to app");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flyway.user=owner | adk_schema_history,adk_message",
        "flyway.user=owner,flyway.url=URL,flyway.locations=classpath:db/application"
            + " | flyway_schema_history,customer,adk_schema_history",
        "liquibase.user=owner | adk_schema_changelog,customer"
      })
  void theToolMigratesAsTheUserAndAtTheAddressOfItsOwn(
      String properties, String tables, CapturedOutput output) {
    boolean flyway = properties.startsWith("flyway");
    var context =
        (flyway ? runner : liquibase)
            .withPropertyValues("spring.flyway.password=owner", "spring.liquibase.password=owner")
            .withPropertyValues(
                Stream.of(properties.replace("URL", url).split(","))
                    .map("spring."::concat)
                    .toArray(String[]::new))
            .start();
    assertThat(context).hasNotFailed();
    context.getBean(AgentClient.class).conversation(SCOPE).send("first");
    assertThat(tables()).contains(tables.split(","));

    assertThat(output).doesNotContain("No migrations found");
  }

  @ParameterizedTest
  @ValueSource(classes = {FlywaysSource.class, LiquibasesSource.class})
  void theToolMigratesWithTheDataSourceOfItsOwn(Class<?> source) {
    var context =
        (source == FlywaysSource.class ? runner : liquibase)
            .withBean(Url.class, () -> new Url(url))
            .withUserConfiguration(source)
            .start();
    assertThat(context).hasNotFailed();
    context.getBean(AgentClient.class).conversation(SCOPE).send("first");
  }

  @Test
  void disabledFlywayMigratesNothing() {
    var context =
        runner
            .withPropertyValues(
                "spring.flyway.enabled=false",
                "spring.datasource.username=owner",
                "spring.datasource.password=owner")
            .start();
    assertThat(context).hasNotFailed();
    // an embedded database gets its tables without a tool
    assertThat(tables()).contains("adk_message").doesNotContain("adk_schema_history");
  }

  @Test
  void aMigrationElsewhereIsNoticedAtTheStart() {
    var context =
        runner
            .withPropertyValues(
                "spring.flyway.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "spring.flyway.user=sa",
                "spring.flyway.password=")
            .start();
    assertThat(context)
        .getFailure()
        .rootCause()
        .hasMessageStartingWith("The database lacks the table adk_conversation");
  }

  private List<String> tables() {
    return new JdbcTemplate(new DriverManagerDataSource(url, "owner", "owner"))
        .queryForList(
            "select lower(table_name) from information_schema.tables where table_schema = 'PUBLIC'",
            String.class);
  }

  record Url(String value) {}

  @Configuration(proxyBeanMethods = false)
  static class FlywaysSource {
    @Bean(defaultCandidate = false)
    @FlywayDataSource
    DataSource owners(Url url) {
      return new DriverManagerDataSource(url.value(), "owner", "owner");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class LiquibasesSource {
    @Bean(defaultCandidate = false)
    @LiquibaseDataSource
    DataSource owners(Url url) {
      return new DriverManagerDataSource(url.value(), "owner", "owner");
    }
  }
}
