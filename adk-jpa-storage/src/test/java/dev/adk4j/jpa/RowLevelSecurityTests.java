package dev.adk4j.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.bytes.ConduitBytes;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** The optional policies, seen by a role that is not the tables' owner. */
class RowLevelSecurityTests {

  @Test
  void aRoleOfTheApplicationSeesItsTenantOnlyAndOnlyWhenItNamesIt() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    String role = "app_" + server.url().replaceAll(".*adk_([0-9a-f]{12}).*", "$1");
    try (TestDatabase owner =
        TestDatabase.open(server.url(), server.user(), server.password(), 2).withTables()) {
      owner.execute("create role " + role + " login password 'app' nosuperuser");
      owner.execute(
          "grant select, insert, update, delete on all tables in schema public to " + role);
      try (var script =
          JpaPersistentStorage.class.getResourceAsStream(
              "/db/adk/postgresql-row-level-security.sql")) {
        owner.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
      try (TestDatabase app = TestDatabase.open(server.url(), role, "app", 2)) {
        JpaPersistentStorage storage =
            JpaPersistentStorage.builder(app.dataSource())
                .options(JpaStorageOptions.DEFAULT.withRowLevelSecurity(true))
                .build();
        AgentContext ann = Turns.in("tenant-a", "s", "c");
        AgentContext bob = Turns.in("tenant-b", "s", "c");
        storage.storeMessage(ann, Turns.user("m"));
        storage.storeMessage(bob, Turns.user("m"));
        storage.storeMessage(ann, Turns.user("m"));
        storage.storeMemory(ann, Turns.memory("p"));
        storage.storeMediaBytes(ann, "b", ConduitBytes.of("bytes"));

        assertThat(storage.fetchMessages(ann)).hasSize(1);
        storage.fetchTogether(
            ann,
            EnumSet.of(CallbackKey.FETCH_MESSAGES, CallbackKey.FETCH_MEMORIES),
            () -> {
              assertThat(storage.fetchMessages(ann)).hasSize(1);
              assertThat(storage.fetchMemories(ann)).hasSize(1);
              assertThat(storage.fetchMemories(bob)).isEmpty();
            });
        assertThat(owner.count("select count(*) from adk_message")).isEqualTo(2);
        assertThat(app.query("select * from adk_message")).as("no tenant named").isEmpty();
        assertThatThrownBy(
                () ->
                    JpaPersistentStorage.of(app.dataSource())
                        .storeMessage(ann, Turns.assistant("unnamed")))
            .hasStackTraceContaining("row-level security");
      } finally {
        owner.execute("drop owned by " + role);
        owner.execute("drop role " + role);
      }
    }
  }
}
