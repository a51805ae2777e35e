package dev.adk4j.memory.internal.extraction;

import static dev.adk4j.memory.internal.extraction.ExtractionFixture.TALK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.memory.FakeStore;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Captures what turns store, change and delete. */
@Timeout(60)
class CapturingTests {

  private static final SaveKey KEY = new SaveKey(TALK, "raw");
  private static final Instant AT = Instant.EPOCH;

  private final InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final List<String> seen = new ArrayList<>();
  private Tape tape;

  /** A turn of the conversation whose store saves nothing yet. */
  private void run(ExtractionJournal used, TurnRunner.Builder builder, DispatchExecutor executor) {
    FakeStore.Raw everything = new FakeStore.Raw("raw");
    everything.extraction =
        Optional.of(
            StoreExtractionSettings.DEFAULT.withFilter(
                StoreExtractionSettings.MessageFilter.excluding()));
    MemoryManager memory = MemoryManager.builder().store(everything).journal(used).build();
    builder.executor(executor).turnInputPipeline(List.of(new AcceptInput()));
    memory.applyTo(builder);
    TurnRunner runner = builder.build();
    tape = Tape.of(runner);
    runner.run(
        RawTurnContext.builder()
            .systemPrompt("Be brief.")
            .scope(Scope.of("acme", "ann", "c1"))
            .input(Message.user("ask", "what tea?", AT))
            .build());
    tape.rethrowAssertions();
  }

  private TurnRunner.Builder stored() {
    return TurnRunner.builder().storage(storage);
  }

  private List<String> waiting() {
    return journal.unsaved(KEY, 0).stream()
        .map(JournalEntry::message)
        .map(message -> message.messageId() + ": " + message.text())
        .toList();
  }

  @Test
  void changeReplacesUnsavedMessage() {
    run(
        journal,
        stored(),
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("answer", "green", AT));
          ctx.mutateMessage(Message.user("ask", "which tea?", AT));
          ctx.ack();
        });
    assertThat(waiting()).containsExactly("ask: which tea?", "answer: green");
    assertThat(journal.unsaved(KEY, 0)).extracting(JournalEntry::seq).containsExactly(0L, 1L);
  }

  @Test
  void deletionRemovesUnsavedMessage() {
    run(
        journal,
        stored(),
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("answer", "green", AT));
          ctx.deleteMessage("ask");
          ctx.ack();
        });
    assertThat(waiting()).containsExactly("answer: green");
  }

  @Test
  void deletionOfToolCallRemovesResult() {
    run(
        journal,
        stored(),
        (ctx, helpers) -> {
          for (String id : List.of("kept", "deleted")) {
            ctx.storeToolCall(call(id));
          }
          ctx.deleteToolCall("deleted");
          ctx.ack();
        });
    assertThat(journal.unsaved(KEY, 0))
        .extracting(entry -> entry.message().messageId())
        .containsExactly("ask", "toolCall/kept", "toolResult/kept");
  }

  @Test
  void replacesToolCallGroupInJournal() {
    run(
        journal,
        stored(),
        (ctx, helpers) -> {
          ctx.storeToolCall(call("one"));
          ctx.storeToolCall(call("two"));
          ctx.replaceToolCallGroup(List.of("one", "two"), List.of(call("both")));
          ctx.ack();
        });
    assertThat(journal.unsaved(KEY, 0))
        .extracting(entry -> entry.message().messageId())
        .containsExactly("ask", "toolCall/both", "toolResult/both");
  }

  private static ToolCall call(String id) {
    return ToolCall.builder()
        .id(id)
        .tool("shop")
        .args("{}")
        .checksum(id)
        .isComplete(true)
        .isError(false)
        .results(Tokenizable.of("two teas"))
        .createdAt(AT)
        .updatedAt(AT)
        .completedAt(AT)
        .build();
  }

  @Test
  void ignoresMessagesOfFailedStore() {
    run(
        journal,
        stored()
            .callback(
                StoreMessageCallback.class,
                (ctx, message) -> {
                  if (message.id().equals("answer")) {
                    throw new java.io.IOException("disk full");
                  }
                }),
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("answer", "green", AT));
          ctx.ack();
        });
    assertThat(waiting()).containsExactly("ask: what tea?");
    assertThat(tape.lines()).anyMatch(line -> line.startsWith("error"));
  }

  @Test
  void journalFailureLeavesConversationIntact() throws Exception {
    ExtractionJournal broken =
        (ExtractionJournal)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtractionJournal.class},
                (proxy, method, args) -> {
                  seen.add(method.getName());
                  if (method.getReturnType() == void.class || method.getName().contains("Turn")) {
                    throw new IllegalStateException("no journal today");
                  }
                  try {
                    return method.invoke(journal, args);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    run(
        broken,
        stored(),
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("answer", "green", AT));
          ctx.ack();
        });
    assertThat(seen).contains("append", "openTurn", "closeTurn");
    assertThat(tape.lines()).contains("turnEnd").noneMatch(line -> line.startsWith("error"));
    assertThat(waiting()).isEmpty();
  }
}
