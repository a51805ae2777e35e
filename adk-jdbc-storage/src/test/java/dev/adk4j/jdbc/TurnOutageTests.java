package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a turn makes of a database that goes away in its middle. */
class TurnOutageTests {

  private static final Scope SCOPE = Scope.of("tenant", "subject", "conversation");

  @Test
  void aTurnWithoutItsDatabaseFailsAndEndsAndTheNextOneWorks() throws Exception {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    try (TestDatabase database = TestDatabase.impatient(url, "sa", "", 1, 250).withTables()) {
      List<Connection> held = new ArrayList<>();
      JdbcPersistentStorage storage = database.storage();
      TurnRunner runner =
          TurnRunner.builder()
              .persistentStorage(storage)
              .callback(FetchToolsCallback.class, ctx -> List.of())
              .turnInputPipeline(List.of(new AcceptInput()))
              .executor(
                  ScriptedExecutor.turns(
                      Script.empty()
                          .think("It rains.")
                          .then((ctx, helpers) -> held.add(database.dataSource().getConnection()))
                          .say("Take an umbrella."),
                      Script.empty().think("It rains.").say("Take an umbrella.")))
              .build();

      List<String> failed = run(runner, "first");
      held.getFirst().close();
      List<String> served = run(runner, "second");

      assertThat(failed).contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)");
      assertThat(failed.getLast()).startsWith("turnEnd");
      assertThat(served).noneMatch(line -> line.startsWith("error"));
      assertThat(database.query("select role, content from adk_message order by seq"))
          .containsExactly("user|first", "user|second", "assistant|Take an umbrella.");
      assertThat(database.query("select content from adk_thought")).containsExactly("It rains.");
      assertThat(database.query("select last_seq from adk_conversation")).containsExactly("4");
    }
  }

  private static List<String> run(TurnRunner runner, String text) throws Exception {
    TurnCall call =
        runner.turn(
            RawTurnContext.builder()
                .systemPrompt("Be brief.")
                .scope(SCOPE)
                .input(Message.user(text))
                .build());
    EventRecorder events = EventRecorder.of(call);
    call.run();
    return events.lines();
  }
}
