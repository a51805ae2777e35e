package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rules for bytes under a reused id: their turn can read them immediately, and they become current
 * when a record that references them is stored.
 */
interface ByteCommitRules {

  @Test
  default void unreferencedBytesChangeNoStoredRecord(StorageFixture storage) throws Exception {
    store(storage, "a", "first");
    MediaReader media = media(storage, "second");
    SpoolReader text = text(storage, "second");
    assertThat(media.open().readAllBytes()).asString().isEqualTo("second");
    assertThat(text.readAll()).isEqualTo("second");
    assertBytes(storage, "first");
  }

  @Test
  default void bytesOfAFailedUnitChangeNoStoredRecord(StorageFixture storage) throws Exception {
    store(storage, "a", "first");
    storage.inFailingUnit(
        () -> {
          store(storage, "b", "second");
          mutate(storage, "a", "second");
        });
    assertBytes(storage, "first");
  }

  @Test
  default void storedRecordKeepsItsBytes(StorageFixture storage) throws Exception {
    store(storage, "a", "first");
    mutate(storage, "a", "second");
    assertBytes(storage, "second");
  }

  @Test
  default void aUnitReadsTheBytesOfItsOwnRecords(StorageFixture storage) throws Exception {
    storage.inUnit(
        () -> {
          storage.store(RecordKind.MESSAGE, message(storage, "a", "own"));
          List<Message> seen = storage.storage.fetchMessages(storage.ctx);
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
    storage.inFailingUnit(
        () -> {
          storage.store(RecordKind.TOOL_CALL, call(storage, "b", "third"));
        });
    assertThat(resultOf(storage, "a")).isEqualTo("first");
  }

  private static void store(StorageFixture storage, String id, String bytes) throws Exception {
    storage.store(RecordKind.MESSAGE, message(storage, id, bytes));
    storage.store(RecordKind.RETRIEVABLE, retrievable(storage, id, bytes));
  }

  private static void mutate(StorageFixture storage, String id, String bytes) throws Exception {
    storage.mutate(RecordKind.MESSAGE, message(storage, id, bytes));
    storage.mutate(RecordKind.RETRIEVABLE, retrievable(storage, id, bytes));
  }

  private static void assertBytes(StorageFixture storage, String expected) throws Exception {
    assertThat(mediaOf(storage, "a")).isEqualTo(expected);
    assertThat(textOf(storage, "a")).isEqualTo(expected);
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
    return storage.media("media", ByteSource.of(bytes));
  }

  private static SpoolReader text(StorageFixture storage, String text) throws Exception {
    return storage.spool("text", ByteSource.of(text));
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

  private static ByteStore<SpoolReader> spool(StorageFixture storage) {
    ByteStore<SpoolReader> spool = storage.spoolStore();
    assumeTrue(spool != null, "the storage has no store for tool results");
    return spool;
  }
}
