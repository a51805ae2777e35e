package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.tool.AgentTool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Starts an application with each of these mistakes and writes down what a user reads; with {@code
 * -Dadk.docs.update=true} the page is written anew.
 */
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class WrongConfigurationsTests {

  private static final String NO_FLYWAY = "spring.flyway.enabled=false";
  private static final String VARIABLE = "variable ";
  private static final String IN_MEMORY = "spring.datasource.generate-unique-name=true";

  private static EmbeddedPostgres postgres;

  private final Map<String, Mistake> mistakes = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    try {
      postgres =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setPGStartupWait(Duration.ofMinutes(2))
              .start();
    } catch (Exception e) {
      assumeTrue("embedded".equals(System.getenv("ADK_TEST_PG")), "no PostgreSQL here: " + e);
      throw e;
    }
    execute(
        "create role reader login",
        "create role stranger login",
        "create database lent",
        "create database bare");
    AdkSchema.of(postgres.getDatabase("postgres", "lent")).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  @AfterAll
  static void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void eachIsAFailureReportThatSaysWhatToDo(CapturedOutput output, @TempDir Path directory)
      throws Exception {
    database(directory);
    settings();
    beans();
    assertThat(mistakes).hasSize(34);

    List<String> rows = new ArrayList<>();
    for (Map.Entry<String, Mistake> mistake : mistakes.entrySet()) {
      int before = output.getAll().length();
      assertThatThrownBy(() -> start(mistake.getValue())).as(mistake.getKey()).isNotNull();
      String said = output.getAll().substring(before);
      assertThat(said).as(mistake.getKey()).contains("APPLICATION FAILED TO START");
      said = said.substring(said.indexOf("APPLICATION FAILED TO START"));
      assertThat(said)
          .as(mistake.getKey())
          .contains("Description:", "Action:")
          .doesNotContain("\tat ");
      String read = section(said, "Description:", "Action:");
      String cure = section(said, "Action:", null);
      assertThat(List.of(read, cure)).as(mistake.getKey()).doesNotContain("");
      rows.add(
          "| %s | %s | %s |"
              .formatted(
                  mistake.getKey(),
                  cell(read, 1, mistake.getValue().changing(), directory),
                  cell(cure, 2, mistake.getValue().changing(), directory)));
    }
    GeneratedPages.compare(
        "docs/reports/wrong-configurations.md",
        """
        # Wrong configurations

        %d mistakes, and the first lines that the failure report of the start says about each and advises. A test makes each mistake and
        writes this page; none ends in a stack trace, none starts, and each has a cure.

        | What was wrong | What is read | What to do |
        | --- | --- | --- |
        %s
        """
            .formatted(rows.size(), String.join("\n", rows)));
  }

  private void database(Path directory) throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    String server = "jdbc:postgresql://localhost:" + postgres.getPort() + "/";
    mistake(
            "The database's server is down",
            NO_FLYWAY,
            url("jdbc:postgresql://localhost:" + closed + "/app"),
            user("app"))
        .changes("localhost:" + closed, "localhost:5432");
    mistake(
            "The server is down, and Flyway notices it first",
            url("jdbc:postgresql://localhost:" + closed + "/app"),
            user("app"))
        .changes("localhost:" + closed, "localhost:5432");
    mistake("No such host", NO_FLYWAY, url("jdbc:postgresql://nowhere.invalid/app"), user("app"));
    mistake("No such user", NO_FLYWAY, url(server + "postgres"), user("nobody"));
    mistake(
        "A wrong password",
        NO_FLYWAY,
        url(h2(directory, "secret")),
        user("sa"),
        "spring.datasource.password=wrong");
    mistake("No such database", NO_FLYWAY, url(server + "nowhere"), user("postgres"));
    mistake(
        "H2 may not create the database",
        NO_FLYWAY,
        url("jdbc:h2:mem:nowhere;IFEXISTS=TRUE"),
        user("sa"));
    mistake("No driver for the address", NO_FLYWAY, url("jdbc:nosuch:app"));
    mistake(
        "The driver's class is not there",
        NO_FLYWAY,
        url(server + "postgres"),
        "spring.datasource.driver-class-name=com.example.Driver");
    mistake(
        "An address that does not begin with jdbc:", NO_FLYWAY, url("postgresql://localhost/app"));
    mistake(
        "No such schema, and the tables are to be there",
        NO_FLYWAY,
        url(server + "bare"),
        user("postgres"),
        "adk.jdbc.database-schema=nowhere");
    mistake(
        "No such schema, and the tables are to be made",
        NO_FLYWAY,
        url(server + "bare"),
        user("postgres"),
        "adk.jdbc.database-schema=nowhere",
        "adk.jdbc.schema=create-if-missing");
    mistake("Nothing makes the tables", NO_FLYWAY, url(server + "bare"), user("postgres"));
    mistake(
        "The role may not make tables",
        NO_FLYWAY,
        url(server + "bare"),
        user("reader"),
        "adk.jdbc.schema=create-if-missing");
    mistake(
        "The role may not use the owner's tables",
        NO_FLYWAY,
        url(server + "lent"),
        user("stranger"));
    mistake("Flyway's module for PostgreSQL is missing", url(server + "bare"), user("postgres"))
        .changes("localhost:" + postgres.getPort(), "localhost:5432");
    mistake(
        "Migrations have a user who does not exist",
        IN_MEMORY,
        "spring.flyway.user=owner",
        "spring.flyway.password=wrong");
    mistake("Row-level security on H2", IN_MEMORY, "adk.jdbc.row-level-security=true");
    mistake("pgvector on H2", IN_MEMORY, "adk.vector.backend=pgvector");
    mistake(
        "pgvector without the extension",
        NO_FLYWAY,
        url(server + "lent"),
        user("postgres"),
        "adk.vector.backend=pgvector");
  }

  private void settings() {
    mistake("A setting that is misspelled", IN_MEMORY, "adk.jdbc.fetch-limits=3");
    mistake("A variable that is misspelled", IN_MEMORY, VARIABLE + "ADK_JDBC_FETCHLIMITS=3");
    mistake("A setting with its old name", IN_MEMORY, "adk.jpa.fetch-limit=3");
    mistake("An opt-out of what does not exist", IN_MEMORY, "adk.storage.noop=recipes");
    mistake("A tool of an agent that does not exist", IN_MEMORY, "adk.agents.desk.tools=tme");
    mistake("A guard of an agent that does not exist", IN_MEMORY, "adk.agents.desk.guards=pii");
    mistake("A setting that is out of range", IN_MEMORY, "adk.jdbc.fetch-limit=0");
    mistake("A setting that cannot be read", IN_MEMORY, "adk.jdbc.chunk-size=big");
    mistake("A prefix that is no name", IN_MEMORY, "adk.jdbc.table-prefix=my tables");
    mistake(
        "Documents that are not there",
        IN_MEMORY,
        "adk.retrieval.documents=classpath:no-such-folder/**/*.md");
    mistake("Storage that is switched off, and no other", IN_MEMORY, "adk.jdbc.enabled=false");
  }

  private void beans() {
    mistakes.put("No model starter", new Mistake(NoModel.class, new String[] {IN_MEMORY}));
    mistakes.put("No tools", new Mistake(NoTools.class, new String[] {IN_MEMORY}));
    mistakes.put(
        "Two data sources, none of them primary",
        new Mistake(TwoSources.class, new String[] {NO_FLYWAY}));
  }

  private Mistake mistake(String what, String... properties) {
    Mistake mistake = new Mistake(Agent.class, properties);
    mistakes.put(what, mistake);
    return mistake;
  }

  private static String url(String url) {
    return "spring.datasource.url=" + url;
  }

  private static String user(String name) {
    return "spring.datasource.username=" + name;
  }

  /** A file that has a password. */
  private static String h2(Path directory, String password) throws Exception {
    JdbcDataSource source = new JdbcDataSource();
    source.setUrl("jdbc:h2:file:" + directory.resolve("app"));
    source.setUser("sa");
    source.setPassword(password);
    source.getConnection().close();
    return source.getUrl();
  }

  private static void execute(String... statements) throws Exception {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void start(Mistake mistake) {
    new SpringApplicationBuilder(mistake.application())
        .web(WebApplicationType.NONE)
        .properties("spring.main.banner-mode=off")
        .environment(environment(mistake.properties()))
        .run(
            Arrays.stream(mistake.properties())
                .filter(property -> !property.startsWith(VARIABLE))
                .map(property -> "--" + property)
                .toArray(String[]::new))
        .close();
  }

  private static StandardEnvironment environment(String[] properties) {
    StandardEnvironment environment = new StandardEnvironment();
    Map<String, Object> variables = new LinkedHashMap<>(environment.getSystemEnvironment());
    Arrays.stream(properties)
        .filter(property -> property.startsWith(VARIABLE))
        .map(property -> property.substring(VARIABLE.length()).split("="))
        .forEach(variable -> variables.put(variable[0], variable[1]));
    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
    environment
        .getPropertySources()
        .replace(name, new SystemEnvironmentPropertySource(name, variables));
    return environment;
  }

  /** What follows a heading, up to the next one. */
  private static String section(String said, String heading, String next) {
    int begin = said.indexOf(heading) + heading.length();
    return said.substring(begin, next == null ? said.length() : said.indexOf(next)).strip();
  }

  /** The first lines, without what differs from run to run or between versions. */
  private static String cell(
      String report, int lines, Map<String, String> changing, Path directory) {
    String text =
        String.join(
            "<br>",
            report
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.replace("<", "&lt;"))
                .limit(lines)
                .toList());
    for (Map.Entry<String, String> change : changing.entrySet()) {
      text = text.replace(change.getKey(), change.getValue());
    }
    return text.replaceAll("(the table adk_\\w+|adk_\\w+)(, (the table )?adk_\\w+)+", "$1, …")
        .replaceAll(" \\[\\w+-\\d+\\]", "")
        .replaceAll("(PostgreSQL \\d+)\\.\\d+", "$1")
        .replace(directory.toString(), "/data")
        .replace("localhost:" + postgres.getPort(), "localhost:5432")
        .replace("|", "\\|");
  }

  private record Mistake(Class<?> application, String[] properties, Map<String, String> changing) {

    Mistake(Class<?> application, String[] properties) {
      this(application, properties, new LinkedHashMap<>());
    }

    void changes(String from, String to) {
      changing.put(from, to);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Model {
    @Bean
    DispatchExecutor model() {
      return (ctx, helpers) -> ctx.ack();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Clock {
    @AgentTool(description = "Tells what time it is.")
    String time() {
      return "noon";
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import({Model.class, Clock.class})
  static class Agent {}

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import(Clock.class)
  static class NoModel {}

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import(Model.class)
  static class NoTools {}

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import({Model.class, Clock.class})
  static class TwoSources {
    @Bean
    DataSource first() {
      return new JdbcDataSource();
    }

    @Bean
    DataSource second() {
      return new JdbcDataSource();
    }
  }
}
