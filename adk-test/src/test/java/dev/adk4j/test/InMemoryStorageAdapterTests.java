package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the kit does not ask of every storage. */
class InMemoryStorageAdapterTests {

  private final Scope scope = Scope.of("t", "s", "c");
  private final AgentContext ctx = AgentContexts.forScope(scope);
  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();

  private void unit(StorageUnitOfWork.Writes writes) throws Exception {
    storage.unitOfWork().execute(ctx, writes);
  }

  private void say(String id) {
    storage.storeMessage(ctx, Samples.userMessage(id, "text"));
  }

  @Test
  void aFetchIsLimitedToTheNewestRecords() {
    InMemoryStorageAdapter storage =
        new InMemoryStorageAdapter(List.of(), new FetchLimits(2, 9, 9, 1, 9));
    for (String id : List.of("a", "b", "c")) {
      storage.storeMessage(ctx, Samples.userMessage(id, "text"));
      storage.storeMemory(ctx, Samples.memory(id, "text"));
    }
    assertThat(storage.fetchMessages(ctx)).extracting(Message::id).containsExactly("b", "c");
    assertThat(storage.fetchMemories(ctx)).extracting(Memory::id).containsExactly("c");
  }

  @Test
  void aLimitIsAtLeastOne() {
    AdkAssertions.assertThrown(() -> FetchLimits.all(0))
        .hasCode(AdkErrorCode.VALIDATION_EXCEPTION)
        .hasMessageContainingAll(
            "$.messages", "$.thoughts", "$.toolCalls", "$.memories", "$.retrievables");
  }

  @Test
  void toolsAreThoseItWasGiven() {
    Tool tool =
        Tool.builder("t")
            .description("Does nothing.")
            .inputSchema("{\"type\":\"object\"}")
            .handler((args, dispatch, meta) -> ToolOutput.text(""))
            .build();
    assertThat(new InMemoryStorageAdapter(List.of(tool)).fetchTools(ctx)).containsExactly(tool);
  }

  @Test
  void theLogTellsTheOrderAcrossKinds() {
    assertThat(storage.log(scope)).isEmpty();
    storage.storeThought(ctx, Samples.thought("a", "text"));
    say("a");
    storage.storeToolCall(ctx, Samples.toolCall("b", "tool", Map.of(), "text"));
    storage.deleteMessage(ctx, "a");
    assertThat(storage.log(scope))
        .containsExactly(new StoredRow(1, "thought", "a"), new StoredRow(3, "tool call", "b"));
  }

  @Test
  void aReplacedGroupKeepsItsNumbersAndTheRestComesLast() throws Exception {
    for (String id : List.of("a", "b")) {
      storage.storeToolCall(ctx, Samples.toolCall(id, "tool", Map.of(), "text"));
    }
    say("m");
    storage.replaceToolCallGroup(
        ctx,
        List.of("a"),
        List.of(
            Samples.toolCall("x", "tool", Map.of(), "text"),
            Samples.toolCall("y", "tool", Map.of(), "text")));
    assertThat(storage.log(scope)).extracting(StoredRow::id).containsExactly("x", "b", "m", "y");
  }

  @Test
  void aUnitInsideAUnitIsTakenBackAlone() throws Exception {
    unit(
        () -> {
          say("outer");
          assertThatThrownBy(
                  () ->
                      unit(
                          () -> {
                            say("inner");
                            throw new IllegalStateException("stop");
                          }))
              .hasMessage("stop");
          say("after");
        });
    assertThat(storage.log(scope))
        .containsExactly(
            new StoredRow(1, "message", "outer"), new StoredRow(2, "message", "after"));
  }

  @Test
  void othersWaitForAUnit() throws Exception {
    CountDownLatch stored = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    Thread unit =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    unit(
                        () -> {
                          say("a");
                          stored.countDown();
                          finish.await(60, TimeUnit.SECONDS);
                          say("b");
                        });
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    stored.await();
    Thread release = Thread.ofVirtual().unstarted(finish::countDown);
    release.start();
    assertThat(storage.fetchMessages(ctx)).extracting(Message::id).containsExactly("a", "b");
    unit.join();
  }

  @Test
  void aDynamicTextIsNotAskedUnderTheLock() throws Exception {
    Tokenizable text =
        Tokenizable.dynamic(
            context -> {
              Thread reader = Thread.ofVirtual().start(() -> storage.fetchMessages(ctx));
              try {
                assertThat(reader.join(Duration.ofMinutes(1))).isTrue();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return "text";
            });
    storage.storeMessage(ctx, Samples.userMessage("a", "x").toBuilder().content(text).build());
    assertThat(storage.fetchMessages(ctx)).hasSize(1);
  }

  @Test
  void clearForgetsEverything() {
    say("a");
    storage.storeMemory(ctx, Samples.memory("a", "text"));
    storage.setTenantStandingInstructions("t", List.of(Tokenizable.of("a")));
    storage.clear();
    assertThat(storage.fetchMessages(ctx)).isEmpty();
    assertThat(storage.fetchMemories(ctx)).isEmpty();
    assertThat(storage.refreshStandingInstructions(ctx)).isEmpty();
    assertThat(storage.log(scope)).isEmpty();
  }
}
