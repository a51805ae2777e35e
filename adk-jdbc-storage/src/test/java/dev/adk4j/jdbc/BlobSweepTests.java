package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes that no record names, and those that some record does. */
class BlobSweepTests extends OnSharedDatabase {

  private static final Duration AGE = Duration.ofHours(1);

  private final AgentContext ctx = Turns.in(tenant, "ann", "c");
  private Instant now = Instant.now();
  private final AdkStorageAdmin admin =
      AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> now);
  private final JdbcPersistentStorage storage =
      JdbcPersistentStorage.builder(database.dataSource()).clock(() -> now).build();

  BlobSweepTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void bytesOfADeletedMessageAreRemovedWhenTheyAreOldEnough() throws Exception {
    storage.storeMessage(ctx, Turns.withAttachment("m", media("m")));
    sweepLater();
    assertThat(blobs()).isEqualTo(1);

    storage.deleteMessage(ctx, "m");
    admin.cleanUpBytes(AGE);
    assertThat(blobs()).as("looked at a moment ago").isEqualTo(1);

    sweepLater();
    assertThat(blobs()).isZero();
    assertThat(chunks()).isZero();
  }

  @Test
  void removesBytesOfDeadTurnsAndKeepsThoseOfRunningTurns() throws Exception {
    media("died");
    storage.spoolStores().forScope(ctx.scope()).write("died", ByteSource.of("text"));
    storage.storeRetrievableBytes(ctx, "died", ByteSource.of("text"));
    now = now.plus(AGE).plusSeconds(1);
    media("under-way");

    admin.cleanUpBytes(AGE);

    assertThat(database.query("select id from adk_blob where tenant = '" + tenant + "'"))
        .containsExactly("under-way");
  }

  @Test
  void keepsReferencedBytesAfterManySweeps() throws Exception {
    String odd = "id with \"quotes\" \\ \u0000 \u00e9 \ud83d\ude00 % _ '";
    MediaReader media = media(odd);
    storage.storeMessage(ctx, Turns.withAttachment(odd, media));
    SpoolReader result =
        storage.spoolStores().forScope(ctx.scope()).write("call", ByteSource.of("one"));
    storage.storeToolCall(
        ctx, Turns.toolCall("call", ToolResults.artifact(new SpooledArtifact(result))));
    SpoolReader text = storage.storeRetrievableBytes(ctx, "doc", ByteSource.of("two"));
    storage.storeRetrievable(
        ctx, Turns.retrievable("doc").toBuilder().content(new SpooledArtifact(text)).build());

    for (int look = 0; look < 3; look++) {
      sweepLater();
    }

    assertThat(blobs()).isEqualTo(3);
    Media kept = storage.fetchMessages(ctx).getFirst().attachments().getFirst();
    assertThat(kept.reader().open().readAllBytes()).asString().isEqualTo("bytes");
    ToolCall call = storage.fetchToolCalls(ctx).getFirst();
    assertThat(((ToolResults.Artifacts) call.results()).items().getFirst().asString())
        .isEqualTo("one");
    assertThat(storage.fetchRetrievables(ctx).getFirst().contentString()).isEqualTo("two");
  }

  @Test
  void removesBytesOfChangedAndReplacedRecords() throws Exception {
    storage.storeMessage(ctx, Turns.withAttachment("m", media("m")));
    SpoolReader result =
        storage.spoolStores().forScope(ctx.scope()).write("call", ByteSource.of("one"));
    storage.storeToolCall(
        ctx, Turns.toolCall("call", ToolResults.artifact(new SpooledArtifact(result))));
    sweepLater();
    assertThat(blobs()).isEqualTo(2);

    storage.mutateMessage(ctx, Turns.user("m"));
    storage.replaceToolCallGroup(ctx, List.of("call"), List.of(Turns.toolCall("short")));
    sweepLater();

    assertThat(blobs()).isZero();
  }

  @Test
  void unreadableRowKeepsTheBytesOfItsConversationOnly() throws Exception {
    storage.storeMessage(ctx, Turns.withAttachment("m", media("m")));
    AgentContext other = Turns.in(tenant, "ann", "other");
    storage.storeMediaBytes(other, "m", ByteSource.of("bytes"));
    database.execute(
        "update adk_message set attachments = '[\"media:' where tenant = '" + tenant + "'");

    sweepLater();

    assertThat(database.query("select conversation from adk_blob where tenant = '" + tenant + "'"))
        .containsExactly("c");
  }

  @Test
  void manyConversationsAreSweptInOneGo() throws Exception {
    for (int i = 0; i < 230; i++) {
      AgentContext one = Turns.in(tenant, "ann", "c" + i);
      MediaReader reader = storage.storeMediaBytes(one, "m", ByteSource.of("bytes"));
      if (i % 10 == 0) {
        storage.storeMessage(one, Turns.withAttachment("m", reader));
      }
    }

    sweepLater();

    assertThat(blobs()).isEqualTo(23);
  }

  private MediaReader media(String id) throws Exception {
    return storage.storeMediaBytes(ctx, id, ByteSource.of("bytes"));
  }

  private void sweepLater() {
    now = now.plus(AGE).plusSeconds(1);
    admin.cleanUpBytes(AGE);
  }

  private long blobs() {
    return database.count("select count(*) from adk_blob where tenant = '" + tenant + "'");
  }

  private long chunks() {
    return database.count("select count(*) from adk_blob_chunk where tenant = '" + tenant + "'");
  }
}
