package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways to the tables, and that all lead to the same ones. */
@ParameterizedClass
@EnumSource
class SchemaTests {

  @AutoClose private final TestDatabase database;

  SchemaTests(DatabaseKind kind) {
    this.database = kind.empty(4);
  }

  @Test
  void createsMissingTablesAndKeepsExistingOnes() {
    AdkSchema schema = AdkSchema.of(database.dataSource());

    schema.apply(AdkSchemaMode.CREATE_IF_MISSING);
    store(database.storage(), "a");
    schema.apply(AdkSchemaMode.CREATE_IF_MISSING);

    assertThat(database.query("select id from adk_message")).containsExactly("a");
  }

  @Test
  void validationNamesAllMissingTablesAndColumns() {
    AdkSchema schema = AdkSchema.of(database.dataSource());
    schema.apply(AdkSchemaMode.CREATE_IF_MISSING);
    database.execute("drop table adk_memory");
    database.execute("alter table adk_message drop column content");

    assertThatThrownBy(() -> schema.apply(AdkSchemaMode.VALIDATE))
        .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_SCHEMA))
        .hasMessageContaining("the table adk_memory")
        .hasMessageContaining("the column adk_message.content");
  }

  @Test
  void callReportsMissingTables() {
    assertThatThrownBy(() -> store(database.storage(), "a"))
        .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_SCHEMA));
  }

  @Test
  void flywayMigratesBesideTheApplicationsTables() {
    database.execute("create table customer (id bigint primary key)");

    assertThat(AdkSchema.of(database.dataSource()).update(AdkSchemaMode.NONE))
        .isEqualTo(AdkSchema.Tool.FLYWAY);
    AdkSchema.of(database.dataSource()).migrateWithFlyway();

    AdkSchema.of(database.dataSource()).validate();
    assertThat(
            database.query(
                "select \"version\" from \"adk_schema_history\" where \"version\" is not null order"
                    + " by 1"))
        .containsExactlyInAnyOrder(
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
            "16", "17", "18", "19");
  }

  @Test
  void liquibaseMigrates() {
    AdkSchema.of(database.dataSource()).migrateWithLiquibase();
    AdkSchema.of(database.dataSource()).migrateWithLiquibase();

    AdkSchema.of(database.dataSource()).validate();
    assertThat(database.query("select id from adk_schema_changelog order by 1"))
        .containsExactlyInAnyOrder(
            "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
            "17", "18", "19");
    store(database.storage(), "a");
  }

  @Test
  void flywayTakesOverTablesCreatedWithoutIt() {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    store(database.storage(), "a");

    AdkSchema.of(database.dataSource()).migrateWithFlyway();

    assertThat(database.query("select id from adk_message")).containsExactly("a");
  }

  @Test
  void readsCallsStoredWithoutProviderIds() {
    AdkSchema schema = AdkSchema.of(database.dataSource());
    schema.apply(AdkSchemaMode.CREATE_IF_MISSING);
    AgentContext ctx = AgentContexts.forScope(Scope.conversation("c"));
    database.storage().storeToolCall(ctx, Turns.toolCall("call_0"));
    database.execute("alter table adk_tool_call drop column provider_id");
    database.execute("alter table adk_tool_call drop column requested_args");
    database.execute("alter table adk_gate drop column tool_call_id");
    assertThatThrownBy(schema::validate).hasMessageContaining("adk_tool_call.provider_id");

    schema.apply(AdkSchemaMode.CREATE_IF_MISSING);

    schema.validate();
    ToolCall old = database.storage().fetchToolCalls(ctx).getFirst();
    assertThat(old.id()).isEqualTo("call_0");
    assertThat(old.providerId()).isEmpty();
    assertThat(old.requestedArgs()).isEmpty();
    database.storage().storeToolCall(ctx, Turns.toolCall("call_0"));
  }

  @Test
  void everyWayWorksInASchemaOfItsOwn() {
    for (String name : new String[] {"plain", "flyway", "Liqui"}) {
      database.execute("create schema " + name);
      JdbcStorageOptions options = JdbcStorageOptions.DEFAULT.withSchema(name);
      AdkSchema schema = AdkSchema.of(database.dataSource(), options);
      switch (name) {
        case "plain" -> schema.apply(AdkSchemaMode.CREATE_IF_MISSING);
        case "flyway" -> schema.migrateWithFlyway();
        default -> schema.migrateWithLiquibase();
      }
      schema.validate();
      store(
          JdbcPersistentStorage.builder(database.dataSource()).options(options).build(),
          "in-" + name);
      assertThat(database.query("select id from " + name + ".adk_message"))
          .containsExactly("in-" + name);
    }
    assertThatThrownBy(() -> AdkSchema.of(database.dataSource()).validate())
        .hasMessageContaining("adk_message");
  }

  @Test
  void everyWayWorksWithTableNamesAndASchemaOfOnesOwn() {
    database.execute("create schema agents");
    for (String name : new String[] {"plain_", "flyway_", "Liqui_"}) {
      JdbcStorageOptions options =
          JdbcStorageOptions.DEFAULT.withSchema("agents").withTablePrefix(name);
      AdkSchema schema = AdkSchema.of(database.dataSource(), options);
      assertThatThrownBy(schema::validate).hasMessageContaining(name + "message");
      switch (name) {
        case "plain_" -> schema.apply(AdkSchemaMode.CREATE_IF_MISSING);
        case "flyway_" -> schema.migrateWithFlyway();
        default -> schema.migrateWithLiquibase();
      }
      schema.validate();
      store(
          JdbcPersistentStorage.builder(database.dataSource()).options(options).build(),
          "in-" + name);
      AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource(), options);
      assertThat(database.query("select id from agents." + name + "message"))
          .containsExactly("in-" + name);
      assertThat(admin.erase(new ErasureTarget.Conversation("default", "c")).messages())
          .isEqualTo(1);
    }
    assertThat(
            database.query(
                "select count(*) from information_schema.tables where lower(table_name) like"
                    + " 'adk%'"))
        .containsExactly("0");
  }

  private static void store(JdbcPersistentStorage storage, String id) {
    storage.storeMessage(
        AgentContexts.forScope(Scope.conversation("c")), Message.user(id, "hello", Instant.EPOCH));
  }
}
