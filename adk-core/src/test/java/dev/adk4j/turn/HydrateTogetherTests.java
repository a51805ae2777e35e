package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.memory;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.storage.FetchMessagesCallback;
import dev.adk4j.storage.FetchThoughtsCallback;
import dev.adk4j.storage.FetchesTogether;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hydration tells a storage that can use it which fetches are coming. */
class HydrateTogetherTests {

  private static final HydrateTurn MESSAGES_AND_MEMORIES =
      HydrateTurn.builder().messages(9).memories(9).thoughts(9).build();

  @Test
  void storageIsToldItsComingCallbacksAndThenEachIsCalled() {
    Able able = new Able("");

    turn(
        runner()
            .callback(FetchMessagesCallback.class, able)
            .callback(FetchMemoriesCallback.class, able)
            .callback(
                FetchThoughtsCallback.class,
                ctx -> {
                  able.log.add("thoughts of another");
                  return List.of();
                }));

    assertThat(able.log)
        .containsExactly(
            "[FETCH_MEMORIES, FETCH_MESSAGES] begin",
            "memories",
            "messages",
            "thoughts of another",
            "end");
  }

  @Test
  void eachOfTwoStoragesIsToldOfItsOwn() {
    Able one = new Able("one ");
    Able two = new Able("two ");

    List<String> errors =
        turn(
            runner()
                .callback(FetchMessagesCallback.class, one)
                .callback(FetchMemoriesCallback.class, two));

    assertThat(errors).isEmpty();
    assertThat(one.log).containsExactly("one [FETCH_MESSAGES] begin", "one messages", "one end");
    assertThat(two.log).containsExactly("two [FETCH_MEMORIES] begin", "two memories", "two end");
  }

  @Test
  void unfetchedKindIsNotAnnounced() {
    Able able = new Able("");

    runner()
        .callback(FetchMessagesCallback.class, able)
        .callback(FetchMemoriesCallback.class, able)
        .turnInputPipeline(List.of(HydrateTurn.builder().messages(1).build()))
        .build()
        .run(raw());

    assertThat(able.log).containsExactly("[FETCH_MESSAGES] begin", "messages", "end");
  }

  @Test
  void failingFetchIsThePipelinesError() {
    Able able = new Able("");

    List<String> errors =
        turn(
            runner()
                .callback(FetchMemoriesCallback.class, able)
                .callback(
                    FetchMessagesCallback.class,
                    ctx -> raise(new IllegalStateException("no messages today"))));

    assertThat(errors).containsExactly(AdkErrorCode.E_INPUT_PIPELINE_ERROR + ": no messages today");
  }

  private static List<String> turn(TurnRunner.Builder builder) {
    List<String> errors = new ArrayList<>();
    TurnRunner runner = builder.turnInputPipeline(List.of(MESSAGES_AND_MEMORIES)).build();
    runner
        .turn(raw())
        .observe(
            TurnEvent.ERROR,
            event ->
                errors.add(
                    event.error().errorCode() + ": " + event.error().getCause().getMessage()))
        .run();
    return errors;
  }

  private static final class Able
      implements FetchMessagesCallback, FetchMemoriesCallback, FetchesTogether {

    private final List<String> log = new ArrayList<>();
    private final String name;

    private Able(String name) {
      this.name = name;
    }

    @Override
    public void fetchTogether(AgentContext ctx, Set<CallbackKey> kinds, Fetches fetches)
        throws Exception {
      log.add(name + kinds + " begin");
      fetches.run();
      log.add(name + "end");
    }

    @Override
    public List<Message> fetchMessages(AgentContext ctx) {
      log.add(name + "messages");
      return List.of(message("m"));
    }

    @Override
    public List<Memory> fetchMemories(AgentContext ctx) {
      log.add(name + "memories");
      return List.of(memory("p"));
    }
  }
}
