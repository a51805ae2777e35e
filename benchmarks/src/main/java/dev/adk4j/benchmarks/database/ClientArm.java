package dev.adk4j.benchmarks.database;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.GateService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The whole turn through the client, which also asks whether another turn waits. */
final class ClientArm extends EngineArm {

  private final Supplier<AgentClient> start;
  private @Nullable AgentClient started;

  private ClientArm(BenchmarkDatabase database, GateService gates) {
    super(database, builder -> builder.gates(gates));
    this.start =
        () ->
            AgentClient.builder(runner())
                .systemPrompt("Be brief.")
                .registry(AgentRegistry.of(gates))
                .build();
  }

  /** It looks for decisions from its start on, so the tables have to be there. */
  private synchronized AgentClient client() {
    AgentClient client = started;
    if (client == null) {
      client = start.get();
      started = client;
    }
    return client;
  }

  static ClientArm of(BenchmarkDatabase database) {
    JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    JdbcTurnStore store =
        JdbcTurnStore.of(database.dataSource(), options, JdbcGateOptions.DEFAULT, null);
    return new ClientArm(database, GateService.of(store));
  }

  @Override
  public String name() {
    return "ADK for Java, through the client";
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    willAnswer(assistant);
    return client().conversation(scope(conversation)).send(user).text().length();
  }
}
