// Longer than others: an implementation inherits one kit, whose tests share their fixture.
package dev.adk4j.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.internal.Together;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for extraction journals. Extend this class with methods that open a journal and
 * simulate the passing of time.
 *
 * @since 0.1.0
 */
public abstract class ExtractionJournalContractTests {

  private static final MemoryOwner ANN = new MemoryOwner("acme", "ann");
  private static final MemoryConversation TALK = new MemoryConversation(ANN, "c1");
  private static final MemoryConversation OTHER =
      new MemoryConversation(new MemoryOwner("acme", "bob"), "c1");
  private static final SaveKey KEY = new SaveKey(TALK, "a");
  private static final SaveKey SECOND_STORE = new SaveKey(TALK, "b");
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  private ExtractionJournal journal;

  /**
   * Returns a journal. Its data is initially empty in each test. A second call within a test
   * returns another journal on the same data, as after a restart or on another node.
   */
  protected abstract ExtractionJournal openJournal() throws Exception;

  /**
   * Simulates the passing of time: advances the journal's clock, or moves its recorded times into
   * the past.
   */
  protected abstract void letPass(Duration time) throws Exception;

  /** Removes the data of the test. */
  protected void cleanUp() throws Exception {}

  @BeforeEach
  void open() throws Exception {
    journal = openJournal();
  }

  @AfterEach
  void removeData() throws Exception {
    cleanUp();
  }

  @Test
  void messagesAreNumberedPerConversationFromZero() {
    append(TALK, "a", "b");
    append(OTHER, "a");
    append(TALK, "c");
    assertThat(numbers(KEY)).containsExactly(0L, 1L, 2L);
    assertThat(numbers(new SaveKey(OTHER, "a"))).containsExactly(0L);
  }

  @Test
  void knownMessageIsNotAddedAgain() {
    append(TALK, "a", "b", "a");
    append(TALK, "b", "c");
    assertThat(ids(KEY)).containsExactly("a", "b", "c");
    List<JournalEntry> before = journal.unsaved(KEY, 0);
    journal.append(TALK, List.of(text("a", "something else")));
    assertThat(journal.unsaved(KEY, 0)).isEqualTo(before);
  }

  @Test
  void messagesComeBackAsTheyWere() {
    MemoryMessage message =
        new MemoryMessage(
            "m",
            MessageRole.ASSISTANT,
            List.of(
                new MemoryPart.Text("naïve 🍵 \" \\ \n"),
                new MemoryPart.Reasoning("hm"),
                new MemoryPart.ToolUse("t", "clock", JsonValue.parse("{\"b\":1,\"a\":[null]}")),
                new MemoryPart.ToolResult(
                    "t",
                    "noon",
                    true,
                    List.of(new MemoryPart.Media("i", "image", "image/png", "p"))),
                new MemoryPart.Media("i", "image", "image/png", "p.png")),
            AT,
            Map.of("k", List.of("v", true)));
    journal.append(TALK, List.of(message));
    assertThat(journal.unsaved(KEY, 0)).containsExactly(new JournalEntry(0, message));
  }

  @Test
  void waitingMessageCanBeReplacedAndRemoved() {
    append(TALK, "a", "b");
    journal.replace(TALK, text("a", "changed"));
    journal.replace(TALK, text("unknown", "x"));
    journal.remove(TALK, "b");
    journal.remove(TALK, "unknown");
    append(TALK, "c");
    assertThat(journal.unsaved(KEY, 0))
        .containsExactly(
            new JournalEntry(0, text("a", "changed")), new JournalEntry(2, text("c", "text of c")));
  }

  @Test
  void limitGivesTheOldestFirst() {
    append(TALK, "a", "b", "c");
    assertThat(journal.unsaved(KEY, 2)).extracting(JournalEntry::seq).containsExactly(0L, 1L);
    assertThat(journal.pending(KEY)).isEqualTo(3);
  }

  @Test
  void cursorMovesOnlyForwardAndForItsStoreAlone() {
    append(TALK, "a", "b", "c");
    SaveLease lease = begun(KEY);
    assertThat(journal.commit(lease, 1, true)).isTrue();
    assertThat(journal.commit(lease, 0, true)).isTrue();
    assertThat(numbers(KEY)).containsExactly(2L);
    assertThat(numbers(SECOND_STORE)).containsExactly(0L, 1L, 2L);
    assertThat(journal.cursor(KEY).savedSeq()).isEqualTo(1);
    assertThat(journal.cursor(SECOND_STORE)).isEqualTo(Cursor.START);
  }

  @Test
  void requestsAreServedOneByOneAndTheLeaseGoesBackWithTheLast() {
    journal.demand(KEY);
    assertThat(journal.request(KEY, BackOff.DEFAULT)).isTrue();
    SaveLease lease = journal.acquire(KEY, LEASE).orElseThrow();
    assertThat(journal.begin(lease)).isTrue();
    assertThat(journal.begin(lease)).isTrue();
    assertThat(journal.cursor(KEY).leased()).isTrue();
    assertThat(journal.begin(lease)).isFalse();
    assertThat(journal.cursor(KEY).leased()).isFalse();
    assertThat(journal.commit(lease, 5, true)).as("returned lease").isFalse();
  }

  @Test
  void onlyOneHoldsTheLeaseAndRequestsMeanwhileReachIt() throws Exception {
    journal.demand(KEY);
    SaveLease lease = journal.acquire(KEY, LEASE).orElseThrow();
    ExtractionJournal elsewhere = openJournal();
    assertThat(elsewhere.acquire(KEY, LEASE)).isEmpty();
    assertThat(elsewhere.acquire(SECOND_STORE, LEASE)).isPresent();
    elsewhere.demand(KEY);
    assertThat(journal.begin(lease)).isTrue();
    assertThat(journal.begin(lease)).isTrue();
    assertThat(journal.begin(lease)).isFalse();
    assertThat(elsewhere.acquire(KEY, LEASE)).isPresent();
  }

  @Test
  void deadHolderIsFollowedOnceItsLeaseHasExpiredAndChangesNothingAnyMore() throws Exception {
    append(TALK, "a");
    SaveLease dead = begun(KEY);
    letPass(LEASE.minusSeconds(30));
    assertThat(journal.acquire(KEY, LEASE)).isEmpty();
    assertThat(journal.abandoned(List.of("a"), 10)).isEmpty();
    letPass(Duration.ofSeconds(60));
    assertThat(journal.abandoned(List.of("a"), 10)).containsExactly(KEY);
    SaveLease next = openJournal().acquire(KEY, LEASE).orElseThrow();
    assertThat(journal.commit(dead, 0, true)).isFalse();
    assertThat(journal.fail(dead, "late")).isZero();
    assertThat(journal.renew(dead, LEASE)).isFalse();
    assertThat(journal.begin(dead)).isFalse();
    journal.release(dead);
    assertThat(journal.begin(next)).as("begun request of the dead holder").isTrue();
    assertThat(numbers(KEY)).as("delivered again, never skipped").containsExactly(0L);
    assertThat(journal.commit(next, 0, true)).isTrue();
    assertThat(journal.begin(next)).isFalse();
  }

  @Test
  void renewedLeaseLives() throws Exception {
    SaveLease lease = begun(KEY);
    letPass(LEASE.minusSeconds(30));
    assertThat(journal.renew(lease, LEASE)).isTrue();
    letPass(LEASE.minusSeconds(30));
    assertThat(journal.acquire(KEY, LEASE)).isEmpty();
  }

  @Test
  void releasedSaveWaitsAgain() {
    SaveLease lease = begun(KEY);
    journal.release(lease);
    assertThat(journal.cursor(KEY).requests()).isEqualTo(1);
    assertThat(journal.cursor(KEY).leased()).isFalse();
    assertThat(journal.abandoned(List.of("a"), 10)).containsExactly(KEY);
  }

  @Test
  void failedSaveIsNotRepeatedByItself() {
    append(TALK, "a");
    SaveLease lease = begun(KEY);
    journal.fail(lease, "down");
    journal.release(lease);
    assertThat(journal.cursor(KEY).requests()).isZero();
    SaveLease next = journal.acquire(KEY, LEASE).orElseThrow();
    assertThat(journal.begin(next)).isFalse();
  }

  @Test
  void onlyTheHolderClearsStagedFacts() throws Exception {
    append(TALK, "m1");
    SaveLease dead = begun(KEY);
    letPass(LEASE.plusSeconds(30));
    SaveLease next = journal.acquire(KEY, LEASE).orElseThrow();
    StagedBatch batch =
        new StagedBatch(0, List.of(new StagedFact("key-1", Extractor.ExtractedFact.of("one"))));
    assertThat(journal.stage(next, batch)).isTrue();
    assertThat(journal.commit(dead, 0, true)).isFalse();
    assertThat(journal.staged(KEY)).hasValue(batch);
  }

  @Test
  void stagedFactsWaitUntilTheyAreConfirmedOrTheCursorMoves() throws Exception {
    append(TALK, "m1", "m2");
    journal.demand(KEY);
    SaveLease lease = journal.acquire(KEY, LEASE).orElseThrow();
    journal.begin(lease);
    StagedFact one = new StagedFact("key-1", Extractor.ExtractedFact.of("one \u0000"));
    StagedFact two =
        new StagedFact("key-2", new Extractor.ExtractedFact("two", Map.of("k", List.of(1))));
    assertThat(journal.staged(KEY)).isEmpty();
    assertThat(journal.stage(lease, new StagedBatch(1, List.of(one, two)))).isTrue();
    assertThat(journal.staged(KEY)).hasValue(new StagedBatch(1, List.of(one, two)));

    journal.confirm(lease, "key-1");
    journal.confirm(lease, "key-1");
    assertThat(journal.staged(KEY)).hasValue(new StagedBatch(1, List.of(two)));
    journal.confirm(lease, "key-2");
    assertThat(journal.staged(KEY)).as("all confirmed").hasValue(new StagedBatch(1, List.of()));
    journal.stage(lease, new StagedBatch(1, List.of(one)));
    journal.fail(lease, "down");
    journal.release(lease);
    assertThat(journal.staged(KEY)).hasValue(new StagedBatch(1, List.of(one)));

    assertThat(journal.stage(lease, new StagedBatch(1, List.of()))).as("not held").isFalse();
    journal.confirm(lease, "key-1");
    assertThat(journal.staged(KEY)).hasValue(new StagedBatch(1, List.of(one)));
    SaveLease next = journal.acquire(KEY, LEASE).orElseThrow();
    assertThat(journal.commit(next, 1, true)).isTrue();
    assertThat(journal.staged(KEY)).isEmpty();
  }

  @Test
  void restartLosesNothing() throws Exception {
    append(TALK, "a", "b");
    journal.commit(begun(KEY), 0, true);
    journal.demand(KEY);
    ExtractionJournal restarted = openJournal();
    assertThat(restarted.unsaved(KEY, 0)).extracting(JournalEntry::seq).containsExactly(1L);
    restarted.append(TALK, List.of(text("c", "more")));
    assertThat(restarted.unsaved(KEY, 0)).extracting(JournalEntry::seq).containsExactly(1L, 2L);
  }

  @Test
  void requestsAreTurnedDownWhileSavesKeepFailing() {
    BackOff backOff = new BackOff(2, 3);
    append(TALK, "a");
    for (int failure = 1; failure <= 2; failure++) {
      assertThat(journal.request(KEY, backOff)).isTrue();
      SaveLease lease = journal.acquire(KEY, LEASE).orElseThrow();
      assertThat(journal.begin(lease)).isTrue();
      assertThat(journal.fail(lease, "down")).isEqualTo(failure);
      assertThat(journal.begin(lease)).isFalse();
    }
    List<Boolean> accepted =
        IntStream.range(0, 7).mapToObj(i -> journal.request(KEY, backOff)).toList();
    assertThat(accepted).containsExactly(false, false, true, false, false, true, false);
    assertThat(journal.cursor(KEY).probes()).isEqualTo(7);
    journal.demand(KEY);
    assertThat(journal.cursor(KEY).probes()).isEqualTo(7);
    assertThat(journal.cursor(KEY).lastError()).isEqualTo("down");
    SaveLease lease = journal.acquire(KEY, LEASE).orElseThrow();
    journal.begin(lease);
    journal.commit(lease, 0, false);
    assertThat(journal.cursor(KEY).failures()).as("nothing was delivered").isEqualTo(2);
    assertThat(journal.cursor(KEY).probes()).isEqualTo(7);
    journal.commit(lease, 0, true);
    assertThat(journal.cursor(KEY).failures()).isZero();
    assertThat(journal.cursor(KEY).probes()).isZero();
  }

  @Test
  void closesATurnOnce() throws Exception {
    journal.openTurn(TALK, "t1");
    journal.openTurn(TALK, "t1");
    journal.openTurn(OTHER, "t2");
    assertThat(journal.openTurns(TALK)).containsExactly(new OpenTurn(TALK, "t1"));
    assertThat(journal.closeTurn(TALK, "t1")).isTrue();
    assertThat(openJournal().closeTurn(TALK, "t1")).isFalse();
    assertThat(journal.closeTurn(TALK, "never opened")).isTrue();
    assertThat(journal.closeTurn(TALK, "never opened")).isFalse();
    journal.openTurn(TALK, "t1");
    assertThat(journal.openTurns(TALK)).isEmpty();
  }

  @Test
  void turnsOpenForTooLongAreFoundOldestFirst() throws Exception {
    journal.openTurn(TALK, "old");
    letPass(Duration.ofMinutes(10));
    journal.openTurn(OTHER, "newer");
    letPass(Duration.ofMinutes(10));
    assertThat(journal.overdueTurns(Duration.ofMinutes(15), 10))
        .containsExactly(new OpenTurn(TALK, "old"));
    assertThat(journal.overdueTurns(Duration.ofMinutes(5), 10))
        .containsExactly(new OpenTurn(TALK, "old"), new OpenTurn(OTHER, "newer"));
    assertThat(journal.overdueTurns(Duration.ofMinutes(5), 1)).hasSize(1);
  }

  @Test
  void countsAreKeptForEachStoreAndTrigger() throws Exception {
    assertThat(journal.count(KEY, "interval")).isEqualTo(1);
    assertThat(openJournal().count(KEY, "interval")).isEqualTo(2);
    assertThat(journal.count(KEY, "interval#2")).isEqualTo(1);
    assertThat(journal.count(SECOND_STORE, "interval")).isEqualTo(1);
    assertThat(journal.count(new SaveKey(OTHER, "a"), "interval")).isEqualTo(1);
  }

  @Test
  void trimmingKeepsMessagesUnsavedByAnyConfiguredStore() {
    append(TALK, "a", "b", "c");
    journal.commit(begun(KEY), 2, true);
    journal.commit(begun(SECOND_STORE), 0, true);
    assertThat(journal.trim(TALK, List.of("a", "b"))).isEqualTo(1);
    assertThat(numbers(SECOND_STORE)).containsExactly(1L, 2L);
    assertThat(journal.trim(List.of("a", "b", "added later"))).isZero();
    assertThat(numbers(new SaveKey(TALK, "added later"))).containsExactly(1L, 2L);
    assertThat(journal.trim(List.of("a"))).as("the other store no longer exists").isEqualTo(2);
    append(TALK, "d");
    assertThat(numbers(KEY)).as("numbers continue").containsExactly(3L);
  }

  @Test
  void tidiesStateOfRemovedStores() throws Exception {
    append(TALK, "a");
    journal.commit(begun(KEY), 0, true);
    journal.commit(begun(SECOND_STORE), 0, true);
    journal.count(SECOND_STORE, "interval");
    journal.closeTurn(TALK, "t1");
    letPass(Duration.ofDays(20));
    journal.tidy(List.of("a"), Duration.ofDays(30));
    assertThat(journal.cursor(SECOND_STORE).savedSeq()).isZero();
    assertThat(journal.closeTurn(TALK, "t1")).as("reported again").isFalse();
    letPass(Duration.ofDays(20));
    journal.tidy(List.of("a"), Duration.ofDays(30));
    assertThat(journal.cursor(SECOND_STORE)).isEqualTo(Cursor.START);
    assertThat(journal.count(SECOND_STORE, "interval")).isEqualTo(1);
    assertThat(journal.cursor(KEY).savedSeq()).isZero();
  }

  @Test
  void failedSavesAreFoundWhenTheyAreOldAndSomethingWaits() throws Exception {
    append(TALK, "a");
    SaveLease lease = begun(KEY);
    journal.fail(lease, "down");
    journal.begin(lease);
    List<String> stores = List.of("a", "b");
    assertThat(journal.failed(stores, Duration.ofMinutes(10), 10)).isEmpty();
    letPass(Duration.ofMinutes(11));
    assertThat(journal.failed(stores, Duration.ofMinutes(10), 10)).containsExactly(KEY);
    journal.demand(KEY);
    assertThat(journal.failed(stores, Duration.ofMinutes(10), 10)).isEmpty();
    assertThat(journal.abandoned(stores, 10)).containsExactly(KEY);
  }

  @Test
  void findsIdleConversationsWithUnsavedMessages() throws Exception {
    append(TALK, "a");
    journal.commit(begun(KEY), 0, true);
    List<String> stores = List.of("a", "b");
    letPass(Duration.ofMinutes(20));
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).isEmpty();
    letPass(Duration.ofMinutes(11));
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).containsExactly(SECOND_STORE);
    journal.openTurn(TALK, "t1");
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).isEmpty();
    letPass(Duration.ofMinutes(31));
    journal.closeTurn(TALK, "t1");
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).as("a long turn").isEmpty();
    letPass(Duration.ofMinutes(31));
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).containsExactly(SECOND_STORE);
    journal.demand(SECOND_STORE);
    assertThat(journal.idle(stores, Duration.ofMinutes(30), 10)).as("requested").isEmpty();
  }

  @Test
  void onlyOneNodeSweepsAtATime() throws Exception {
    assertThat(journal.acquireSweep("one", Duration.ofMinutes(2))).isTrue();
    assertThat(openJournal().acquireSweep("two", Duration.ofMinutes(2))).isFalse();
    assertThat(journal.acquireSweep("one", Duration.ofMinutes(2))).isTrue();
    letPass(Duration.ofMinutes(3));
    assertThat(journal.acquireSweep("two", Duration.ofMinutes(2))).isTrue();
    assertThat(journal.acquireSweep("one", Duration.ofMinutes(2))).isFalse();
  }

  @Test
  void backlogCountsUnsavedMessagesOfEachStore() {
    append(TALK, "a", "b");
    append(OTHER, "a");
    journal.commit(begun(KEY), 0, true);
    SaveLease failing = begun(SECOND_STORE);
    journal.fail(failing, "down");
    Map<String, ExtractionJournal.StoreBacklog> backlog = journal.backlog(List.of("a", "b"));
    assertThat(backlog)
        .containsEntry("a", new ExtractionJournal.StoreBacklog(2, 0, 0))
        .containsEntry("b", new ExtractionJournal.StoreBacklog(3, 1, 1));
  }

  @Test
  void oldMessagesAreDroppedAndCounted() throws Exception {
    append(TALK, "a", "b");
    letPass(Duration.ofDays(2));
    append(TALK, "c");
    assertThat(journal.dropOlderThan(Duration.ofDays(1))).isEqualTo(2);
    assertThat(numbers(KEY)).containsExactly(2L);
  }

  @Test
  void forgottenOwnerLeavesNothing() {
    append(TALK, "a");
    append(OTHER, "a");
    SaveLease lease = begun(KEY);
    journal.openTurn(TALK, "t1");
    journal.forget(ANN);
    assertThat(journal.pending(KEY)).isZero();
    assertThat(journal.commit(lease, 0, true)).isFalse();
    assertThat(journal.cursor(KEY)).isEqualTo(Cursor.START);
    assertThat(journal.openTurns(TALK)).isEmpty();
    assertThat(journal.pending(new SaveKey(OTHER, "a"))).isEqualTo(1);
  }

  @Test
  void numbersNeverAppearBelowASeenOne() throws Exception {
    int writers = 4;
    int each = 25;
    List<Long> seen = new ArrayList<>();
    AtomicInteger writing = new AtomicInteger(writers);
    SaveLease lease = begun(KEY);
    Together.run(
        1 + writers,
        thread -> {
          if (thread == 0) {
            saveUntil(writing, lease, seen);
            return;
          }
          try {
            for (int i = 0; i < each; i++) {
              append(TALK, thread + "-" + i);
            }
          } finally {
            writing.decrementAndGet(); // also after a failure, which ends the test
          }
        });
    assertThat(seen).hasSize(writers * each).isSorted().doesNotHaveDuplicates();
  }

  private void saveUntil(AtomicInteger writing, SaveLease lease, List<Long> seen) {
    boolean last = false;
    while (!last) {
      last = writing.get() == 0;
      List<JournalEntry> batch = journal.unsaved(KEY, 0);
      batch.forEach(entry -> seen.add(entry.seq()));
      if (!batch.isEmpty()) {
        journal.commit(lease, batch.getLast().seq(), true);
      }
    }
  }

  @Test
  void onlyOneOfManyGetsTheLeaseAndNoRequestIsLost() throws Exception {
    List<SaveLease> won = new CopyOnWriteArrayList<>();
    Together.run(
        Together.THREADS,
        thread -> {
          journal.demand(KEY);
          journal.acquire(KEY, LEASE).ifPresent(won::add);
        });
    assertThat(won).hasSize(1);
    assertThat(journal.cursor(KEY).requests()).isEqualTo(Together.THREADS);
  }

  @Test
  void setsAsideOnceWithTheLeaseAndErasesWithTheOwner() {
    append(TALK, "m0", "m1");
    SaveLease lease = begun(KEY);
    SetAside message = new SetAside(KEY, 1, "m1", null, "E_X", AT);
    SetAside fact = new SetAside(KEY, 1, null, "a-key", "E_X", AT);

    assertThat(journal.setAside(lease, message)).isTrue();
    assertThat(journal.setAside(lease, message)).isTrue();
    assertThat(journal.setAside(lease, fact)).isTrue();
    assertThat(journal.setAside(new SaveLease(KEY, "another"), fact)).isFalse();

    assertThat(journal.setAside(List.of(KEY.store()), 10))
        .extracting(SetAside::key, SetAside::seq, SetAside::messageId, SetAside::factKey)
        .containsExactlyInAnyOrder(tuple(KEY, 1L, "m1", null), tuple(KEY, 1L, null, "a-key"));
    assertThat(journal.setAside(List.of(KEY.store()), 1)).hasSize(1);
    assertThat(journal.setAside(List.of("another"), 10)).isEmpty();
    journal.forget(TALK.owner());
    assertThat(journal.setAside(List.of(KEY.store()), 10)).isEmpty();
  }

  @Test
  void discardingAnOwnerLeavesLeasesAndNamesThemUntilTheyAreGivenBack() {
    append(TALK, "m0");
    SaveLease lease = begun(KEY);

    assertThat(journal.discard(TALK.owner())).containsExactly(KEY);
    assertThat(journal.pending(KEY)).isZero();
    assertThat(journal.commit(lease, 0, true)).isTrue();
    journal.release(lease);
    assertThat(journal.discard(TALK.owner())).isEmpty();
  }

  private SaveLease begun(SaveKey key) {
    journal.demand(key);
    SaveLease lease = journal.acquire(key, LEASE).orElseThrow();
    assertThat(journal.begin(lease)).isTrue();
    return lease;
  }

  private void append(MemoryConversation conversation, String... ids) {
    for (String id : ids) {
      journal.append(conversation, List.of(text(id, "text of " + id)));
    }
  }

  private static MemoryMessage text(String id, String text) {
    return MemoryMessage.text(id, MessageRole.USER, text, AT);
  }

  private List<Long> numbers(SaveKey key) {
    return journal.unsaved(key, 0).stream().map(JournalEntry::seq).toList();
  }

  private List<String> ids(SaveKey key) {
    return journal.unsaved(key, 0).stream().map(entry -> entry.message().messageId()).toList();
  }
}
