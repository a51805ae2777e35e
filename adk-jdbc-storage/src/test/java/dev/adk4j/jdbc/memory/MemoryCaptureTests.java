package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.extraction.ExtractionSettings.CaptureMode;
import dev.adk4j.memory.extraction.FlushReport;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns that are captured in the transaction that stores them. */
class MemoryCaptureTests extends OnEachDatabase {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  private final Scope scope = Scope.of("tenant-" + Ids.next(), "ann", "c");
  private final SaveKey key = new SaveKey(MemoryConversation.of(scope).orElseThrow(), "facts");
  private final List<String> errors = new ArrayList<>();
  private boolean flushing;
  private @Nullable FlushReport flushed;

  private void run(CaptureMode mode, DispatchExecutor executor) {
    JdbcPersistentStorage storage = database.storage();
    MemoryManager memory =
        MemoryManager.builder()
            .store(
                JdbcMemoryStore.builder(database.dataSource(), "facts")
                    .extraction(
                        StoreExtractionSettings.DEFAULT.withExtractor(
                            (messages, context) -> List.of()))
                    .build())
            .journal(
                JdbcExtractionJournal.of(
                    database.dataSource(), JdbcStorageOptions.DEFAULT, storage.unitOfWork()))
            .extraction(ExtractionSettings.builder().capture(mode).build())
            .build();
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .turnInputPipeline(List.of(new AcceptInput()))
            .executor(executor)
            .observe(TurnEvent.ERROR, event -> errors.add(code(event.error())));
    memory.applyTo(builder, InjectionSettings.OFF);
    builder
        .build()
        .run(
            RawTurnContext.builder()
                .systemPrompt("Be brief.")
                .scope(scope)
                .input(Message.user("ask", "hello", AT))
                .build());
    if (flushing) {
      flushed = memory.flush(Duration.ofMinutes(2));
    }
    memory.close();
  }

  private static String code(AdkException error) {
    return error.code();
  }

  private List<String> captured() {
    return JdbcExtractionJournal.of(
            database.dataSource(), JdbcStorageOptions.DEFAULT, database.storage().unitOfWork())
        .unsaved(key, 0)
        .stream()
        .map(JournalEntry::message)
        .map(MemoryMessage::messageId)
        .toList();
  }

  private List<String> stored() throws Exception {
    return database.storage().fetchMessages(AgentContexts.forScope(scope)).stream()
        .map(Message::id)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void rolledBackIterationCapturesNothing(CaptureMode mode) throws Exception {
    run(
        mode,
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("answer", "fine so far", AT));
          // the user's message, with another content: refused, and the whole iteration with it
          ctx.storeMessage(Message.assistant("ask", "a conflict", AT));
          ctx.ack();
        });
    assertThat(errors).isNotEmpty();
    assertThat(stored()).containsExactly("ask");
    assertThat(captured()).containsExactly("ask");
  }

  @ParameterizedTest
  @EnumSource
  void flushKnowsMessagesStoredByTheTurn(CaptureMode mode) throws Exception {
    flushing = true;
    run(mode, MemoryCaptureTests::answer);
    assertThat(flushed).isEqualTo(new FlushReport(1, 0, Map.of(), true));
    assertThat(captured()).isEmpty();
  }

  @Test
  void capturesMessagesInTheOrderOfStoring() throws Exception {
    run(
        CaptureMode.TRANSACTIONAL,
        (ctx, helpers) -> {
          ctx.storeMessage(Message.assistant("one", "1", AT));
          if (ctx.iteration() == 1) {
            ctx.storeMessage(Message.assistant("two", "2", AT));
            ctx.ack();
          }
        });
    assertThat(errors).isEmpty();
    assertThat(stored()).containsExactly("ask", "one", "two");
    assertThat(captured()).containsExactly("ask", "one", "two");
  }

  @Test
  void failedJournalRollsBackTheMessageInASharedTransaction() throws Exception {
    database.execute("alter table adk_memory_journal rename to adk_memory_gone");
    run(CaptureMode.TRANSACTIONAL, MemoryCaptureTests::answer);
    assertThat(errors).isNotEmpty();
    assertThat(stored()).isEmpty();
    database.execute("alter table adk_memory_gone rename to adk_memory_journal");
    assertThat(captured()).isEmpty();
  }

  @Test
  void failedBestEffortCaptureKeepsTheConversation() throws Exception {
    database.execute("alter table adk_memory_journal rename to adk_memory_gone");
    run(CaptureMode.BEST_EFFORT, MemoryCaptureTests::answer);
    assertThat(errors).isEmpty();
    assertThat(stored()).containsExactly("ask", "answer");
  }

  private static void answer(
      dev.adk4j.loop.DispatchContext ctx, dev.adk4j.loop.DispatchExecutorHelpers helpers) {
    ctx.storeMessage(Message.assistant("answer", "hello", AT));
    ctx.ack();
  }
}
