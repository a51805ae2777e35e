package dev.adk4j.client;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.limit.Limit;
import dev.adk4j.limit.LimitException;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** A place that a turn holds is given back at every end. */
class AgentClientLimitTests {

  private static final Scope ANN = Scope.of("acme", "ann", "c1");

  private final CountDownLatch go = new CountDownLatch(1);
  private final DispatchExecutor waiting =
      (ctx, helpers) -> {
        go.await();
        ctx.storeMessage(Message.assistant("done"));
        ctx.ack();
      };

  private static TurnRunner.Builder runner(DispatchExecutor executor) {
    return TurnRunner.builder()
        .storage(new InMemoryStorageAdapter())
        .turnInputPipeline(List.of(new AcceptInput()))
        .executor(executor);
  }

  private static Conversation one(TurnRunner runner) {
    return AgentClient.builder(runner)
        .systemPrompt("")
        .limits(RequestLimits.of(RequestLimits.Options.NONE.with(Limit.OPEN_TURNS_PER_SUBJECT, 1)))
        .build()
        .conversation(ANN);
  }

  @Test
  void refusesATurnDuringAnother() throws Exception {
    Conversation conversation = one(runner(waiting).build());
    CompletableFuture<Answer> first = conversation.stream("one").answer();
    assertThatThrownBy(() -> conversation.stream("two").answer())
        .isInstanceOf(LimitException.class);
    assertThatThrownBy(() -> conversation.send("two")).isInstanceOf(LimitException.class);
    go.countDown();
    assertThat(first.get().text()).isEqualTo("done");
    for (int i = 0; i < 200; i++) {
      assertThat(conversation.stream("next").answer().join().text()).isEqualTo("done");
    }
    assertThat(conversation.send("next").text()).isEqualTo("done");
  }

  @Test
  void anAbortedTurnGivesItsPlaceBack() throws Exception {
    Conversation conversation = one(runner(waiting).build());
    AgentStream first = conversation.stream("one");
    CompletableFuture<Answer> answer = first.answer();
    first.abort();
    go.countDown();
    assertThatThrownBy(answer::get).hasCauseInstanceOf(AgentTurnException.class);
    assertThat(conversation.send("next").text()).isEqualTo("done");
  }

  @Test
  void aFailedTurnGivesItsPlaceBack() throws Exception {
    Conversation conversation =
        one(runner((ctx, helpers) -> raise(new IllegalStateException("broken"))).build());
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> conversation.send("hi")).isInstanceOf(AgentTurnException.class);
      CompletableFuture<Answer> pending = conversation.stream("hi").answer();
      assertThatThrownBy(pending::get).hasCauseInstanceOf(AgentTurnException.class);
    }
  }

  @Test
  void unstartedTurnGivesItsPlaceBack() {
    Conversation conversation =
        one(
            runner(waiting)
                .startExecutor(task -> raise(new RejectedExecutionException("full")))
                .build());
    go.countDown();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> conversation.stream("hi").answer())
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(conversation.send("hi").text()).isEqualTo("done");
  }
}
