package dev.adk4j.test;

import static dev.adk4j.test.AdkAssertions.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.RecordStorage;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoredRecord;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordStorageTests {

  private final ListRecords storage = new ListRecords();
  private final AgentContext ctx = AgentContexts.forScope(Scope.of("acme", "ann", "c1"));

  @Test
  void writesAMessageAsOneRecordOfReadableJson() throws Exception {
    storage.storeMessage(ctx, Samples.userMessage("m1", "Grüße"));

    StoredRecord row = storage.all().getFirst();
    assertThat(row.kind()).isEqualTo("messages");
    assertThat(row.owner()).isEqualTo("[\"acme\",\"c1\"]");
    assertThat(row.id()).isEqualTo("m1");
    assertThat(JsonValue.parse(Objects.requireNonNull(row.json())).at("/content"))
        .isEqualTo(JsonValue.of("Grüße"));
    assertThat(row).asString().doesNotContain("Grüße");
  }

  @Test
  void writesAUnitAtOnceAndRunsWhatComesAfterIt() throws Exception {
    StorageUnitOfWork unit = Objects.requireNonNull(storage.unitOfWork());
    List<String> after = new ArrayList<>();
    unit.execute(
        ctx,
        () -> {
          storage.storeMessage(ctx, Samples.userMessage("m1", "a"));
          unit.join(ctx, () -> storage.storeMemory(ctx, Samples.memory("f1", "b")));
          unit.afterCommit(() -> after.add("after " + storage.writes.get()));
          assertThat(storage.all()).isEmpty();
        });

    assertThat(storage.writes).hasValue(1);
    assertThat(storage.all()).hasSize(2);
    assertThat(after).containsExactly("after 1");
    unit.afterCommit(() -> after.add("at once"));
    assertThat(after).hasSize(2);
  }

  @Test
  void commitsAUnitWithinAnotherByItself() throws Exception {
    StorageUnitOfWork unit = Objects.requireNonNull(storage.unitOfWork());
    assertThatThrownBy(
            () ->
                unit.execute(
                    ctx,
                    () -> {
                      storage.storeMessage(ctx, Samples.userMessage("outer", "a"));
                      unit.execute(
                          ctx, () -> storage.storeMessage(ctx, Samples.userMessage("inner", "b")));
                      throw new Exception("stop");
                    }))
        .hasMessage("stop");

    assertThat(storage.fetchMessages(ctx)).extracting(Message::id).containsExactly("inner");
  }

  @Test
  void keepsEqualContentsOnce() throws Exception {
    storage.storeMediaBytes(ctx, "a", ByteSource.of("same"));
    storage.storeRetrievableBytes(ctx, "b", ByteSource.of("same"));

    assertThat(storage.all()).hasSize(1);
  }

  @Test
  void refusesContentsThatAreTooLarge() {
    byte[] large = new byte[10 * 1024 * 1024 + 1];
    assertThrown(() -> storage.storeMediaBytes(ctx, "a", ByteSource.of(large)))
        .hasCode(AdkErrorCode.E_INPUT_TOO_LARGE);
    assertThat(storage.all()).isEmpty();
  }

  @Test
  void takesContentsOfTheLargestSize() throws Exception {
    byte[] largest = new byte[10 * 1024 * 1024];
    MediaReader reader = storage.storeMediaBytes(ctx, "a", ByteSource.of(largest));
    assertThat(reader.open().readAllBytes()).hasSize(largest.length);
  }

  @Test
  void givesNobodyTheBytesOfAnotherConversation() throws Exception {
    MediaReader reader = storage.storeMediaBytes(ctx, "a", ByteSource.of("secret"));
    Media photo = Media.userAttachment(MediaKind.IMAGE, "image/png", "a.png", reader);
    AgentContext other = AgentContexts.forScope(Scope.of("acme", "ann", "c2"));
    storage.storeMessage(
        other, Samples.userMessage("m1", "a").toBuilder().attachments(photo).build());

    Media forged = storage.fetchMessages(other).getFirst().attachments().getFirst();
    assertThatThrownBy(forged::readAllBytes).hasMessageContaining("no longer exist");
  }

  @Test
  void findsTheConflictOfWritersThatMeet() throws Exception {
    AtomicInteger looking = new AtomicInteger();
    AtomicReference<@Nullable Thread> second = new AtomicReference<>();
    CountDownLatch firstLooks = new CountDownLatch(1);
    RecordStorage slow =
        new RecordStorage() {
          @Override
          protected List<StoredRecord> fetch(String kind, String owner, @Nullable String id) {
            List<StoredRecord> found = storage.fetch(kind, owner, id);
            if (looking.incrementAndGet() == 1) {
              firstLooks.countDown();
              await().until(() -> looking.get() == 2 || isBlocked(second.get()));
            }
            return found;
          }

          @Override
          protected void write(List<StoredRecord> records) {
            storage.write(records);
          }
        };
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Future<?> one = executor.submit(() -> store(slow, "one"));
      firstLooks.await();
      Future<?> other =
          executor.submit(
              () -> {
                second.set(Thread.currentThread());
                return store(slow, "other");
              });
      one.get();
      assertThatThrownBy(other::get).hasStackTraceContaining("E_STORAGE_CONFLICT");
    }
  }

  private @Nullable Void store(RecordStorage storage, String text) throws Exception {
    storage.storeMessage(ctx, Samples.userMessage("m1", text));
    return null;
  }

  private static boolean isBlocked(@Nullable Thread thread) {
    return thread != null && thread.getState() == Thread.State.WAITING;
  }

  @Test
  void namesARecordThatCannotBeRead() throws Exception {
    RecordStorage damaged =
        new RecordStorage() {
          @Override
          protected List<StoredRecord> fetch(String kind, String owner, @Nullable String id) {
            return List.of(new StoredRecord(kind, owner, "m1", "{"));
          }

          @Override
          protected void write(List<StoredRecord> records) {}
        };
    assertThrown(() -> damaged.fetchMessages(ctx))
        .hasCode(AdkErrorCode.E_STORAGE_CORRUPT)
        .hasMessageContaining("m1");
  }
}
