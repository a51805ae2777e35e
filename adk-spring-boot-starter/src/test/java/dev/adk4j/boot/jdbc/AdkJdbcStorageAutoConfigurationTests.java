package dev.adk4j.boot.jdbc;

import static dev.adk4j.boot.Starts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.internal.callback.Assignment;
import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.callback.MissingAdkCallbacksException;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageErrorCode;
import dev.adk4j.jpa.entity.MessageEntity;
import dev.adk4j.jpa.repository.MessageEntityRepository;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.value.Scope;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BinaryOperator;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

@ExtendWith(OutputCaptureExtension.class)
class AdkJdbcStorageAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  @AutoClose
  private final ContextStarter bare =
      ContextStarter.of(
              DataSourceAutoConfiguration.class,
              FlywayAutoConfiguration.class,
              AdkJdbcStorageAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withUserConfiguration(Agent.class)
          .withPropertyValues("adk.storage.noop=tools", "spring.flyway.enabled=false");

  private final ContextStarter migrating =
      bare.withPropertyValues("spring.datasource.generate-unique-name=true");

  /** Quicker than a tool. */
  private final ContextStarter created =
      bare.withPropertyValues("adk.jdbc.schema=create-if-missing");

  private final ContextStarter runner =
      created.withPropertyValues("spring.datasource.generate-unique-name=true");

  @Test
  void suppliesTwentySixCallbacksAndTheSpoolStores() {
    var context = runner.start();
    assertThat(context)
        .hasSingleBean(JdbcPersistentStorage.class)
        .hasSingleBean(SpoolStoreFactory.class);
    assertThat(context.getBean(CallbackConfigurer.class).resolution().callbacks().values())
        .filteredOn(new Assignment.Bean("adkJdbcPersistentStorage", true)::equals)
        .hasSize(26);
  }

  @Test
  void anAgentRemembersAfterARestart(@TempDir Path directory) {
    ContextStarter onFile =
        bare.withPropertyValues(
            "spring.datasource.url=jdbc:h2:file:" + directory.resolve("adk") + ";WRITE_DELAY=0");
    onFile.run(context -> say(context, "first"));
    var context = onFile.start();
    context.getBean(AgentClient.class).conversation(SCOPE).send("second");
    assertThat(context.getBean(ScriptedExecutor.class).lastSeen().messages())
        .extracting(message -> message.content().orElseThrow().value())
        .containsExactly("first", "hello", "second");
  }

  @Test
  void theApplicationsBeanReplacesThatOneCallback(CapturedOutput output) {
    var context = runner.withUserConfiguration(OwnStore.class).start();
    say(context, "first");

    assertThat(OwnStore.STORED).containsExactly("first", "hello");
    assertThat(rows(context, "adk_message")).isZero();
    assertThat(output).contains("Stored separately: storeMessage.");
  }

  @Test
  void migratesAfterTheApplicationsOwnFlywayAndKeepsAHistoryOfItsOwn() {
    var context =
        migrating.start(
            "spring.flyway.enabled=true", "spring.flyway.locations=classpath:db/application");
    assertThat(context).hasNotFailed().hasSingleBean(Flyway.class);
    assertThat(tables(context.getBean(JdbcTemplate.class)))
        .contains("FLYWAY_SCHEMA_HISTORY", "CUSTOMER", "ADK_SCHEMA_HISTORY", "ADK_MESSAGE");
  }

  @ParameterizedTest
  @ValueSource(classes = {DefaultScan.class, OwnScan.class})
  void addsEntitiesToTheApplicationsScan(Class<?> scan) {
    var context = scanning(scan).start("spring.jpa.hibernate.ddl-auto=create");
    assertThat(entities(context)).contains("Customer", "MessageEntity", "ToolCallEntity");
  }

  @Test
  void repositoriesFindRecordsOfATurn() {
    var context = scanning(DefaultScan.class).start();
    say(context, "first");
    assertThat(
            context
                .getBean(MessageEntityRepository.class)
                .findByTenantAndConversationOrderBySeq(SCOPE.tenant(), SCOPE.conversation()))
        .extracting(MessageEntity::content)
        .contains("first")
        .hasSize(2);
  }

  @Test
  void mapsNoEntitiesIfDisabled() {
    var context =
        scanning(DefaultScan.class)
            .start("adk.jpa.entities=off", "spring.jpa.hibernate.ddl-auto=create-drop");
    assertThat(entities(context)).containsExactly("Customer");
    say(context, "first");
    assertThat(rows(context, "adk_message")).isEqualTo(2);
  }

  @Test
  void hibernateLeavesTheTablesAloneWhateverItDoesToOthers(@TempDir Path directory) {
    ContextStarter onFile =
        scanning(DefaultScan.class)
            .withPropertyValues(
                "spring.datasource.generate-unique-name=false",
                "spring.datasource.url=jdbc:h2:file:" + directory.resolve("adk") + ";WRITE_DELAY=0",
                "spring.jpa.hibernate.ddl-auto=create-drop");
    onFile.run(context -> say(context, "first"));
    onFile.run(context -> assertThat(rows(context, "adk_message")).isEqualTo(2));
  }

  @Test
  void hibernateAddsNothingToTheTables() {
    var context =
        scanning(DefaultScan.class)
            .start("adk.jdbc.schema=none", "spring.jpa.hibernate.ddl-auto=update");
    assertThat(tables(context.getBean(JdbcTemplate.class)))
        .contains("CUSTOMER")
        .doesNotContain("ADK_MESSAGE");
  }

  @Test
  void hibernateFindsTheTablesAsTheEntitiesSay() {
    assertThat(entities(withHibernate().start("spring.jpa.hibernate.ddl-auto=validate")))
        .contains("MessageEntity");
  }

  @Test
  void hibernateFindsTablesOfOtherNamesInASchemaOfTheirOwn() {
    var context =
        scanning(DefaultScan.class)
            .withBean(
                "names",
                PhysicalNamingStrategy.class,
                () ->
                    new PhysicalNamingStrategyStandardImpl() {
                      @Override
                      public Identifier toPhysicalTableName(
                          Identifier name, JdbcEnvironment environment) {
                        return Identifier.toIdentifier("X_" + name.getText());
                      }
                    })
            .start(
                "spring.datasource.url=jdbc:h2:mem:own-names;INIT=create schema if not exists agents",
                "spring.datasource.generate-unique-name=false",
                "adk.jdbc.database-schema=agents",
                "adk.jdbc.table-prefix=my_",
                "spring.jpa.hibernate.ddl-auto=create");
    say(context, "first");
    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    assertThat(tables(jdbc)).contains("MY_MESSAGE", "X_CUSTOMER").doesNotContain("ADK_MESSAGE");
    EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
    try (var session = factory.createEntityManager()) {
      assertThat(
              session
                  .createQuery("select m.content from MessageEntity m order by m.seq")
                  .getResultList())
          .containsExactly("first", "hello");
    }
  }

  /** What Testcontainers and Docker Compose supply is a bean of this type. */
  @Test
  void usesTheDatabaseOfAServiceConnection() throws Exception {
    var context =
        runner
            .withBean(
                "connectionDetails",
                JdbcConnectionDetails.class,
                () ->
                    new JdbcConnectionDetails() {
                      @Override
                      public String getUsername() {
                        return "contained";
                      }

                      @Override
                      public String getPassword() {
                        return "secret";
                      }

                      @Override
                      public String getJdbcUrl() {
                        return "jdbc:h2:mem:the-container;DB_CLOSE_DELAY=-1";
                      }
                    })
            .start("spring.datasource.url=jdbc:h2:mem:not-this-one");
    say(context, "first");
    try (Connection connection =
        DriverManager.getConnection("jdbc:h2:mem:the-container", "contained", "secret")) {
      assertThat(
              new JdbcTemplate(new SingleConnectionDataSource(connection, true))
                  .queryForList("select content from adk_message order by seq", String.class))
          .containsExactly("first", "hello");
    }
  }

  @Test
  void storesByTheApplicationsClock() {
    Instant then = Instant.parse("2031-05-06T07:08:09Z");
    var context = runner.withBean(InstantSource.class, () -> InstantSource.fixed(then)).start();
    say(context, "first");

    assertThat(
            context
                .getBean(JdbcTemplate.class)
                .queryForObject("select last_activity_at from adk_conversation", Long.class))
        .isEqualTo(then.toEpochMilli());
  }

  @Test
  void cleansUpBytesUnlessToldNotTo() {
    assertThat(runner.start().getBean(ByteCleanUp.class).isRunning()).isTrue();
    assertThat(runner.start("adk.jdbc.clean-up.enabled=false")).doesNotHaveBean(ByteCleanUp.class);
  }

  @Test
  void removesUnfinishedUploadAndKeepsYoungOne() {
    var context = runner.start("adk.jdbc.clean-up.interval=1s", "adk.jdbc.clean-up.age=1h");
    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    upload(jdbc, "old", System.currentTimeMillis() - 2 * 3_600_000);
    upload(jdbc, "young", System.currentTimeMillis());
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(jdbc.queryForList("select content_id from adk_blob", String.class))
                    .containsExactly("young"));
  }

  private static void upload(JdbcTemplate jdbc, String id, long begun) {
    jdbc.update(
        "insert into adk_blob (tenant, conversation, content_id, kind, id, chunk_size, created_at)"
            + " values ('acme', 'c1', ?, 'media', ?, 1024, ?)",
        id,
        id,
        begun);
  }

  private ContextStarter withHibernate() {
    return runner.and(
        HibernateJpaAutoConfiguration.class,
        OwnConfigurations.named("jpa.AdkEntitiesAutoConfiguration"),
        OwnConfigurations.named("jpa.AdkRepositoriesAutoConfiguration"));
  }

  private ContextStarter scanning(Class<?>... configurations) {
    return withHibernate().withUserConfiguration(configurations);
  }

  private static List<String> entities(ApplicationContext context) {
    return context.getBean(EntityManagerFactory.class).getMetamodel().getEntities().stream()
        .map(entity -> entity.getJavaType().getSimpleName())
        .toList();
  }

  @Test
  void createsTheTablesOfAnEmbeddedDatabaseWithoutAMigrationTool() {
    migrating
        .withClassLoader(new FilteredClassLoader("org.flywaydb", "liquibase"))
        .run(
            context ->
                assertThat(tables(context.getBean(JdbcTemplate.class))).contains("ADK_MESSAGE"));
  }

  @Test
  void onlyValidatesTablesOfServerWithoutMigrationTool() {
    migrating
        .withClassLoader(new FilteredClassLoader("org.flywaydb", "liquibase"))
        .withBean(javax.sql.DataSource.class, () -> Elsewhere.at("jdbc:h2:tcp://localhost/agent"))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOfSatisfying(
                        AdkException.class,
                        e ->
                            assertThat(e.errorCode())
                                .isEqualTo(StorageErrorCode.E_STORAGE_SCHEMA)));
  }

  @Test
  void migratesWithLiquibaseIfItIsTheTool() {
    migrating
        .withClassLoader(new FilteredClassLoader("org.flywaydb"))
        .run(
            context ->
                assertThat(tables(context.getBean(JdbcTemplate.class)))
                    .contains("ADK_SCHEMA_LOCK", "ADK_MESSAGE"));
  }

  @Test
  void onlyValidatesTablesIfConfigured() {
    assertThat(runner.start("adk.jdbc.schema=validate"))
        .getFailure()
        .rootCause()
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(StorageErrorCode.E_STORAGE_SCHEMA);
              assertThat(e).hasMessageContaining("adk_message");
            });
  }

  @Test
  void refusesRowLevelSecurityOnUnsupportedDatabase() {
    var context = runner.start("adk.jdbc.row-level-security=true");
    refused(context, "adk.jdbc.row-level-security", "needs PostgreSQL, but the database is H2");
  }

  @Test
  void usesMaintenanceRoleAcrossTenants() {
    var context =
        runner.start(
            "adk.jdbc.maintenance.username=sa",
            "adk.jdbc.maintenance.password=",
            "adk.jdbc.database-schema=\"PUBLIC\"");
    assertThat(context).hasSingleBean(DataSource.class);
    DataSource maintenance = context.getBean(JdbcStorageOptions.class).maintenance();
    assertThat(
            new JdbcTemplate(maintenance)
                .queryForObject("select count(*) from adk_conversation", Long.class))
        .isZero();
    assertThat(context.getBean(AdkStorageAdmin.class).cleanUpBytes(Duration.ofHours(1))).isZero();

    assertThat(runner.start("adk.jdbc.maintenance.password=secret"))
        .getFailure()
        .rootCause()
        .hasMessageContaining("adk.jdbc.maintenance.username")
        .hasMessageNotContaining("secret");
  }

  @Test
  void optionsComeFromProperties(CapturedOutput output) {
    var context = runner.start("adk.jdbc.fetch-limit=7", "adk.jdbc.chunk-size=64KB");
    JdbcStorageOptions options = context.getBean(JdbcStorageOptions.class);
    assertThat(options.fetchLimits()).isEqualTo(FetchLimits.all(7));
    assertThat(options.chunkSize()).isEqualTo(65_536);
    assertThat(output)
        .contains(
            "adk.turn.hydrate.tool-calls requests 20 records, but adk.jdbc.fetch-limit limits a fetch to 7.")
        .doesNotContain("adk.turn.hydrate.memories asks");
  }

  @Test
  void switchedOffItSuppliesNothingAndTheReportSaysSo() {
    assertThat(runner.start("adk.jdbc.enabled=false"))
        .getFailure()
        .isInstanceOfSatisfying(
            MissingAdkCallbacksException.class, e -> assertThat(e.problems()).hasSize(26));
  }

  @Test
  void anOptOutNeedsNoTableButTheOthersStillDo(CapturedOutput output) {
    var context = runner.start("adk.storage.noop=tools,thoughts");
    assertThat(
            context
                .getBean(CallbackConfigurer.class)
                .resolution()
                .callbacks()
                .get(CallbackKey.STORE_THOUGHT))
        .isInstanceOf(Assignment.Noop.class);
    assertThat(output).doesNotContain("transaction");
  }

  @ParameterizedTest
  @CsvSource({"'tools', 1", "'tools,tool-calls', 0"})
  void spoolsResultsOfStoredCallsOnly(String noop, int rows) throws Exception {
    var context = runner.start("adk.storage.noop=" + noop);
    context
        .getBean(SpoolStoreFactory.class)
        .forScope(SCOPE)
        .write("call-1", ByteSource.of("a result of a tool"));
    assertThat(rows(context, "adk_blob")).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file:TMP/adk | Add ;WRITE_DELAY=0 to its address.",
        "file:TMP/adk;WRITE_DELAY=0 | Add ;DB_CLOSE_ON_EXIT=FALSE to its address.",
        "./target/relative;WRITE_DELAY=0 | Give an absolute path, or one below ~.",
        "file:TMP/adk;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE |",
        "mem:memory |"
      })
  void warnsOfAnH2DatabaseThatMayLoseRecords(
      String url, @Nullable String warning, @TempDir Path directory, CapturedOutput output) {
    var context =
        created.start("spring.datasource.url=jdbc:h2:" + url.replace("TMP", directory.toString()));
    assertThat(context).hasNotFailed();
    if (warning == null) {
      assertThat(output).doesNotContain("to its address.", "absolute path");
    } else {
      assertThat(output).contains(warning);
    }
    if (url.contains("WRITE_DELAY")) {
      assertThat(output).doesNotContain("Add ;WRITE");
    }
  }

  @ParameterizedTest
  @CsvSource({"file:TMP/adk, true", "TMP/adk, true", "retry:TMP/adk, false", "mem:x, false"})
  void warnsOfAnH2FileThatAnInterruptedToolCloses(
      String url, boolean closes, @TempDir Path directory, CapturedOutput output) {
    ContextStarter start =
        created.withPropertyValues(
            "spring.datasource.url=jdbc:h2:" + url.replace("TMP", directory.toString()));
    start.run(context -> assertThat(output).doesNotContain("adk.tools.timeout"));
    var context = start.start("adk.tools.timeout=5s");
    assertThat(output.toString().contains("adk.tools.timeout interrupts tools")).isEqualTo(closes);
  }

  @Test
  void warnsOfADatabaseInMemoryThatNobodyAskedFor(CapturedOutput output) {
    var context = created.start();
    assertThat(output).contains("No database is configured").contains("spring.datasource.url");
    assertThat(risks(context)).containsExactly("in memory: a restart loses all conversations");
  }

  @Test
  void saysNothingOfADatabaseInMemoryThatIsConfigured(CapturedOutput output) {
    created
        .withPropertyValues("spring.datasource.url=jdbc:h2:mem:wanted")
        .run(context -> assertThat(risks(context)).containsExactly(""));
    created
        .withPropertyValues(
            "org.springframework.boot.test.context.SpringBootTestContextBootstrapper=true")
        .run(context -> assertThat(risks(context)).containsExactly(""));
    assertThat(output).doesNotContain("No database is configured");
  }

  private static List<String> risks(AssertableApplicationContext context) {
    return context.getBeansOfType(StartupNote.class).values().stream()
        .filter(note -> note.topic().equals(StartupNote.RISK))
        .map(note -> note.text().get())
        .toList();
  }

  private static int rows(ApplicationContext context, String table) {
    return context
        .getBean(JdbcTemplate.class)
        .queryForObject("select count(*) from " + table, int.class);
  }

  private static void say(ApplicationContext context, String text) {
    context.getBean(AgentClient.class).conversation(SCOPE).send(text);
  }

  private static List<String> tables(JdbcTemplate jdbc) {
    return jdbc.queryForList(
        "select upper(table_name) from information_schema.tables", String.class);
  }

  @Configuration(proxyBeanMethods = false)
  static class Agent {
    @Bean
    ScriptedExecutor executor() {
      return ScriptedExecutor.saying("hello");
    }

    @Bean
    JdbcTemplate jdbcTemplate(javax.sql.DataSource dataSource) {
      return new JdbcTemplate(dataSource);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnStore {
    static final List<String> STORED = new CopyOnWriteArrayList<>();

    @Bean
    StoreMessageCallback own() {
      STORED.clear();
      return (ctx, message) -> STORED.add(message.content().orElseThrow().value());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @AutoConfigurationPackage
  static class DefaultScan {}

  @Configuration(proxyBeanMethods = false)
  @EntityScan(basePackageClasses = AdkJdbcStorageAutoConfigurationTests.class)
  static class OwnScan {}

  /** An embedded database that says it is at another address. */
  private static final class Elsewhere extends DelegatingDataSource {

    private final String url;

    private Elsewhere(javax.sql.DataSource embedded, String url) {
      super(embedded);
      this.url = url;
    }

    static javax.sql.DataSource at(String url) {
      return new Elsewhere(new SingleConnectionDataSource("jdbc:h2:mem:elsewhere", true), url);
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection connection = super.getConnection();
      DatabaseMetaData real = connection.getMetaData();
      DatabaseMetaData told =
          with(DatabaseMetaData.class, real, (name, value) -> name.equals("getURL") ? url : value);
      return with(
          Connection.class, connection, (name, value) -> name.equals("getMetaData") ? told : value);
    }

    private static <T> T with(Class<T> type, T real, BinaryOperator<Object> told) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, args) -> told.apply(method.getName(), method.invoke(real, args))));
    }
  }

  @Entity(name = "customer")
  static class Customer {
    @Id Long id;
  }
}
