package dev.adk4j.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.bytes.ConduitBytes;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** The optional policies, seen by a role that is not the tables' owner. */
class RowLevelSecurityTests {

  @Test
  void aRoleOfTheApplicationSeesItsTenantOnlyAndOnlyWhenItNamesIt() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      TestDatabase owner = database.owner();
      TestDatabase app = database.application();
      JpaPersistentStorage storage =
          JpaPersistentStorage.builder(app.dataSource()).options(SecuredDatabase.OPTIONS).build();
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
    }
  }
}
