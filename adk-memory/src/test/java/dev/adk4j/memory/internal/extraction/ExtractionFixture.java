package dev.adk4j.memory.internal.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.FakeStore;
import dev.adk4j.memory.ManualDeadlines;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.ExtractionModel;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.MessageRole;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Turns of a conversation without a runner, over a clock that tests move and deadlines that pass
 * when tests say so.
 */
final class ExtractionFixture {

  static final MemoryConversation TALK =
      new MemoryConversation(new MemoryOwner("acme", "ann"), "c1");

  final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
  final InstantSource clock = now::get;
  final ManualDeadlines deadlines = new ManualDeadlines();
  final ExtractionJournal journal;
  final MemoryManager manager;
  final ExtractionCoordinator extraction;
  private int turn;
  private int message;

  ExtractionFixture(FakeStore... stores) {
    this(ExtractionSettings.DEFAULT, (system, user) -> "[]", stores);
  }

  ExtractionFixture(ExtractionSettings settings, FakeStore... stores) {
    this(settings, (system, user) -> "[]", stores);
  }

  ExtractionFixture(ExtractionSettings settings, ExtractionModel model, FakeStore... stores) {
    this.journal = new InMemoryExtractionJournal(clock);
    this.manager =
        MemoryManager.builder()
            .stores(List.of(stores))
            .journal(journal)
            .deadlines(deadlines)
            .extraction(settings)
            .extractionModel(model)
            .build();
    this.extraction = manager.extraction();
  }

  void advance(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }

  /** A question and an answer, and the end of the turn with whatever it sets off. */
  void turn() {
    String id = "turn-" + turn++;
    extraction.turnStarted(TALK, id);
    say(MessageRole.USER);
    say(MessageRole.ASSISTANT);
    extraction.turnEnded(TALK, id);
    settle();
  }

  void turns(int count) {
    for (int i = 0; i < count; i++) {
      turn();
    }
  }

  void say(MessageRole role) {
    String id = "m" + message++;
    extraction.capture(TALK, List.of(MemoryMessage.text(id, role, "text of " + id, now.get())));
  }

  void settle() {
    assertThat(extraction.awaitIdle(Duration.ofSeconds(30))).isTrue();
  }

  Cursor cursor(FakeStore store) {
    return journal.cursor(key(store));
  }

  long pending(FakeStore store) {
    return journal.pending(key(store));
  }

  static SaveKey key(FakeStore store) {
    return new SaveKey(TALK, store.name());
  }
}
