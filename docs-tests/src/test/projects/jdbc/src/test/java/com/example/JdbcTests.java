package com.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.client.AgentClient;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class JdbcTests {

  private static AgentClient agent(DataSource database) {
    JdbcPersistentStorage storage = JdbcPersistentStorage.of(database);
    TurnRunner runner =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .toolCallGroupReplacer(storage)
            .spoolStores(storage.spoolStores())
            .turnInputPipeline(List.of(HydrateTurn.builder().messages(20).build(), new AcceptInput()))
            .executor(
                (ctx, helpers) -> {
                  ctx.storeMessage(Message.assistant("I know " + ctx.turnMessages().size()));
                  ctx.ack();
                })
            .build();
    return AgentClient.builder(runner).systemPrompt("").build();
  }

  @Test
  void remembersInADatabase() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:agent;DB_CLOSE_DELAY=-1");
    AdkSchema.of(database).update(AdkSchemaMode.CREATE_IF_MISSING);

    assertThat(agent(database).conversation("ann", "1").ask("Hi")).isEqualTo("I know 1");
    assertThat(agent(database).conversation("ann", "1").ask("Hi again")).isEqualTo("I know 3");
  }

  @Test
  void bringsNoHibernate() {
    for (String type :
        new String[] {
          "org.hibernate.Session",
          "jakarta.persistence.Entity",
          "com.jayway.jsonpath.JsonPath",
          "org.commonmark.parser.Parser"
        }) {
      assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
    }
  }
}
