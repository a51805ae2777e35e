package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.StorageUnitOfWork;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rules for bytes under a reused id: their turn can read them immediately, and they become current
 * when a record that references them is stored.
 */
interface ByteCommitRules {

  @Test
  default void unreferencedBytesChangeNoStoredRecord(StorageFixture storage) throws Exception {
    storage.store(RecordKind.MESSAGE, message(storage, "a", "first"));
    storage.store(RecordKind.RETRIEVABLE, retrievable(storage, "a", "first"));
    MediaReader media = media(storage, "second");
    SpoolReader text = text(storage, "second");
    assertThat(media.open().readAllBytes()).asString().isEqualTo("second");
    assertThat(text.readAll()).isEqualTo("second");
    assertThat(mediaOf(storage, "a")).isEqualTo("first");
    assertThat(textOf(storage, "a")).isEqualTo("first");
  }

  @Test
  default void bytesOfAFailedUnitChangeNoStoredRecord(StorageFixture storage) throws Exception {
    StorageUnitOfWork unit = unit(storage);
    storage.store(RecordKind.MESSAGE, message(storage, "a", "first"));
    storage.store(RecordKind.RETRIEVABLE, retrievable(storage, "a", "first"));
    assertThatThrownBy(
            () ->
                unit.execute(
                    storage.ctx(),
                    () -> {
                      storage.store(RecordKind.MESSAGE, message(storage, "b", "second"));
                      storage.mutate(RecordKind.MESSAGE, message(storage, "a", "second"));
                      storage.store(RecordKind.RETRIEVABLE, retrievable(storage, "b", "second"));
                      storage.mutate(RecordKind.RETRIEVABLE, retrievable(storage, "a", "second"));
                      throw new Exception("stop");
                    }))
        .hasMessage("stop");
    assertThat(mediaOf(storage, "a")).isEqualTo("first");
    assertThat(textOf(storage, "a")).isEqualTo("first");
  }

  @Test
  default void storedRecordKeepsItsBytes(StorageFixture storage) throws Exception {
    storage.store(RecordKind.MESSAGE, message(storage, "a", "first"));
    storage.store(RecordKind.RETRIEVABLE, retrievable(storage, "a", "first"));
    storage.mutate(RecordKind.MESSAGE, message(storage, "a", "second"));
    storage.mutate(RecordKind.RETRIEVABLE, retrievable(storage, "a", "second"));
    assertThat(mediaOf(storage, "a")).isEqualTo("second");
    assertThat(textOf(storage, "a")).isEqualTo("second");
  }

  @Test
  default void aUnitReadsTheBytesOfItsOwnRecords(StorageFixture storage) throws Exception {
    unit(storage)
        .execute(
            storage.ctx(),
            () -> {
              storage.store(RecordKind.MESSAGE, message(storage, "a", "own"));
              List<Message> seen = storage.storage().fetchMessages(storage.ctx());
              assertThat(seen.getFirst().attachments().getFirst().readAllBytes())
                  .asString()
                  .isEqualTo("own");
            });
    assertThat(mediaOf(storage, "a")).isEqualTo("own");
  }

  @Test
  default void turnFindsItsSpooledResultsImmediately(StorageFixture storage) throws Exception {
    ByteStore<SpoolReader> spool = spool(storage);
    spool.write("call", ByteSource.of("first"));
    assertThat(spool.read("call").orElseThrow().readAll()).isEqualTo("first");
    spool.write("call", ByteSource.of("second"));
    assertThat(spool.read("call").orElseThrow().readAll()).isEqualTo("second");
  }

  @Test
  default void unreferencedSpooledResultChangesNoStoredCall(StorageFixture storage)
      throws Exception {
    storage.store(RecordKind.TOOL_CALL, call(storage, "a", "first"));
    assertThat(spool(storage).write("call", ByteSource.of("second")).readAll()).isEqualTo("second");
    assertThat(resultOf(storage, "a")).isEqualTo("first");
    assertThatThrownBy(
            () ->
                unit(storage)
                    .execute(
                        storage.ctx(),
                        () -> {
                          storage.store(RecordKind.TOOL_CALL, call(storage, "b", "third"));
                          throw new Exception("stop");
                        }))
        .hasMessage("stop");
    assertThat(resultOf(storage, "a")).isEqualTo("first");
  }

  private static Message message(StorageFixture storage, String id, String bytes) throws Exception {
    return storage.sample(RecordKind.MESSAGE, id).toBuilder()
        .attachments(
            Media.userAttachment(MediaKind.IMAGE, "image/png", "a.png", media(storage, bytes)))
        .build();
  }

  private static Retrievable retrievable(StorageFixture storage, String id, String text)
      throws Exception {
    return storage.sample(RecordKind.RETRIEVABLE, id).toBuilder()
        .content(new SpooledArtifact(text(storage, text)))
        .build();
  }

  private static ToolCall call(StorageFixture storage, String id, String text) throws Exception {
    SpoolReader result = spool(storage).write("call", ByteSource.of(text));
    return storage.sample(RecordKind.TOOL_CALL, id).toBuilder()
        .results(ToolResults.artifact(new SpooledArtifact(result)))
        .build();
  }

  /** Writes media bytes under one id, like a caller that reuses ids. */
  private static MediaReader media(StorageFixture storage, String bytes) throws Exception {
    return storage.storage().storeMediaBytes(storage.ctx(), "media", ByteSource.of(bytes));
  }

  private static SpoolReader text(StorageFixture storage, String text) throws Exception {
    return storage.storage().storeRetrievableBytes(storage.ctx(), "text", ByteSource.of(text));
  }

  private static String mediaOf(StorageFixture storage, String id) throws Exception {
    return new String(
        record(storage, RecordKind.MESSAGE, id).attachments().getFirst().readAllBytes());
  }

  private static String textOf(StorageFixture storage, String id) throws Exception {
    RetrievableContent content = record(storage, RecordKind.RETRIEVABLE, id).content();
    return ((RetrievableContent.ArtifactContent) content).artifact().asString();
  }

  private static String resultOf(StorageFixture storage, String id) throws Exception {
    ToolResults results = record(storage, RecordKind.TOOL_CALL, id).results();
    return ((ToolResults.Artifacts) results).items().getFirst().asString();
  }

  private static <T> T record(StorageFixture storage, RecordKind<T> kind, String id)
      throws Exception {
    return storage.fetch(kind).stream()
        .filter(record -> kind.idOf().apply(record).equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static StorageUnitOfWork unit(StorageFixture storage) {
    StorageUnitOfWork unit = storage.storage().unitOfWork();
    assumeTrue(unit != null, "the storage has no unit of work");
    return unit;
  }

  private static ByteStore<SpoolReader> spool(StorageFixture storage) {
    ByteStore<SpoolReader> spool = storage.spoolStore();
    assumeTrue(spool != null, "the storage has no store for tool results");
    return spool;
  }
}
