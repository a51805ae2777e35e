package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the contract kit does not ask of stored bytes. */
class BytesTests extends OnSharedDatabase {

  private static final int CHUNK = 1024;

  private final JdbcPersistentStorage storage = storage();
  private final AgentContext ctx = Turns.in(tenant, "subject", "conversation");

  BytesTests(DatabaseKind kind) {
    super(kind);
  }

  private JdbcPersistentStorage storage() {
    return JdbcPersistentStorage.builder(database.dataSource())
        .options(JdbcStorageOptions.DEFAULT.withChunkSize(CHUNK))
        .build();
  }

  @Test
  void linesAreTheSameWhereverAPieceEnds() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 12; round++) {
      StringBuilder text = new StringBuilder();
      int length = round == 0 ? 0 : CHUNK * (1 + round / 3) + random.nextInt(5) - 2;
      while (text.length() < length) {
        text.append(
            random.nextInt(40) == 0
                ? "\n"
                : random.nextInt(30) == 0 ? "\r\n" : random.nextBoolean() ? "é" : "x");
      }
      if (round % 2 == 1) {
        text.append('\n');
      }
      String whole = text.toString();
      SpoolReader reader =
          storage.storeRetrievableBytes(ctx, "lines-" + round, ByteSource.of(whole));
      List<String> expected = whole.isEmpty() ? List.of() : List.of(whole.split("\n", -1));

      assertThat(reader.lineCount()).isEqualTo(expected.size());
      assertThat(reader.byteLength()).isEqualTo(whole.getBytes(StandardCharsets.UTF_8).length);
      assertThat(reader.readAll()).isEqualTo(whole);
      List<String> oneByOne = new ArrayList<>();
      for (int i = 0; i < expected.size(); i++) {
        oneByOne.add(reader.line(i).orElseThrow());
      }
      assertThat(oneByOne).isEqualTo(expected);
      for (int i = 0; i < 20 && !expected.isEmpty(); i++) {
        int line = random.nextInt(expected.size());
        assertThat(reader.line(line)).contains(expected.get(line));
      }
      assertThat(reader.line(-1)).isEmpty();
      assertThat(reader.line(expected.size())).isEmpty();
    }
  }

  @Test
  void toolResultsCanBeReadAfterARestart() throws Exception {
    ByteStore<SpoolReader> spool = storage.spoolStores().forScope(ctx.scope());
    SpoolReader written = spool.write("call-1", ByteSource.of("one\ntwo"));
    storage.storeToolCall(
        ctx, Turns.toolCall("call-1", ToolResults.artifact(new SpooledArtifact(written))));

    ToolCall fetched = storage().fetchToolCalls(ctx).getFirst();

    assertThat(((ToolResults.Artifacts) fetched.results()).items().getFirst().asString())
        .isEqualTo("one\ntwo");
    assertThat(storage().spoolStores().forScope(ctx.scope()).read("call-1").orElseThrow().line(1))
        .contains("two");
  }

  @Test
  void aForgedLocatorOfAnotherTenantFindsNothing() throws Exception {
    AgentContext thief = Turns.context();
    SpoolReader secret =
        storage.spoolStores().forScope(ctx.scope()).write("call-1", ByteSource.of("secret"));
    storage.storeToolCall(
        ctx, Turns.toolCall("call-1", ToolResults.artifact(new SpooledArtifact(secret))));
    storage.storeToolCall(thief, Turns.toolCall("call-1"));
    database.execute(
        "update adk_tool_call set results = (select results from adk_tool_call where tenant = '"
            + tenant
            + "') where tenant = '"
            + thief.scope().tenant()
            + "'");

    ToolCall forged = storage.fetchToolCalls(thief).getFirst();
    SpooledArtifact artifact = ((ToolResults.Artifacts) forged.results()).items().getFirst();

    assertThatThrownBy(artifact::asString)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_LOCATOR_INVALID))
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining(tenant);
  }

  @Test
  void aRecordWithBytesOfAnotherConversationIsRefused() throws Exception {
    SpoolReader foreign =
        storage
            .spoolStores()
            .forScope(ctx.scope().withConversation("other"))
            .write("call-1", ByteSource.of("text"));

    assertThatThrownBy(
            () ->
                storage.storeToolCall(
                    ctx,
                    Turns.toolCall("call-1", ToolResults.artifact(new SpooledArtifact(foreign)))))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_READER_NOT_DESCRIBABLE));
    assertThat(storage.fetchToolCalls(ctx)).isEmpty();
  }

  @Test
  void failedStreamLeavesNothing() {
    ByteSource broken =
        ByteSource.of(
            () ->
                new SequenceInputStream(
                    new ByteArrayInputStream(new byte[3 * CHUNK]),
                    new InputStream() {
                      @Override
                      public int read() throws IOException {
                        throw new IOException("the peer hung up");
                      }
                    }));

    assertThatThrownBy(() -> storage.storeMediaBytes(ctx, "m", broken))
        .hasMessage("the peer hung up");

    assertThat(rows("adk_blob")).isZero();
  }

  @Test
  void anAbandonedUploadIsInvisibleAndCleanedUpWhenItIsOldEnough() throws Exception {
    ByteStore<SpoolReader> spool = storage.spoolStores().forScope(ctx.scope());
    spool.write("a", ByteSource.of("kept"));
    database.execute(
        "insert into adk_blob (tenant, conversation, content_id, kind, id, chunk_size, created_at) values ('"
            + tenant
            + "', 'conversation', 'left', 'spool', 'b', 1024, 0)");
    database.execute(
        "insert into adk_blob_chunk values ('" + tenant + "', 'conversation', 'left', 0, 0, '')");

    assertThat(spool.read("b")).isEmpty();
    AdkStorageAdmin.of(database.dataSource()).cleanUpBytes(Duration.ofHours(24));

    assertThat(database.query("select id from adk_blob where tenant = '" + tenant + "'"))
        .containsExactly("a");
    assertThat(rows("adk_blob_chunk")).isEqualTo(1);
  }

  @Test
  void existingReadersReadReplacedBytesUntilCleanUp() throws Exception {
    MediaReader old = storage.storeMediaBytes(ctx, "m", ByteSource.of("old"));
    storage.storeMessage(ctx, named("one", old));
    MediaReader fresh = storage.storeMediaBytes(ctx, "m", ByteSource.of("new"));
    storage.storeMessage(ctx, named("two", fresh));

    assertThat(old.open().readAllBytes()).asString().isEqualTo("old");
    assertThat(fresh.open().readAllBytes()).asString().isEqualTo("new");

    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> tomorrow)
        .cleanUpBytes(Duration.ofHours(1));
    assertThatThrownBy(() -> old.open().readAllBytes())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("removed");
    assertThat(fresh.open().readAllBytes()).asString().isEqualTo("new");
  }

  @Test
  void lastStoredRecordDecidesBetweenTwoUploadsOfAnId() throws Exception {
    AtomicReference<MediaReader> inner = new AtomicReference<>();
    byte[] outer = new byte[2 * CHUNK];
    MediaReader last =
        storage.storeMediaBytes(
            ctx,
            "m",
            ByteSource.of(
                () -> {
                  inner.set(storage.storeMediaBytes(ctx, "m", ByteSource.of("inner")));
                  return new ByteArrayInputStream(outer);
                }));
    storage.storeMessage(ctx, named("one", inner.get()));
    storage.storeMessage(ctx, named("two", last));

    assertThat(inner.get().byteLength()).hasValue(5);
    assertThat(
            database.query(
                "select byte_length from adk_blob where current_id = 'm' and tenant = '"
                    + tenant
                    + "'"))
        .containsExactly("" + outer.length);
  }

  @Test
  void cleansUpOldBytesWithoutARecord() throws Exception {
    storage.storeMessage(
        ctx, named("a", storage.storeMediaBytes(ctx, "kept", ByteSource.of("kept"))));
    storage.storeMediaBytes(ctx, "small", ByteSource.of("lost"));
    storage.storeMediaBytes(ctx, "large", ByteSource.of(new byte[3 * CHUNK]));
    MediaReader late = storage.storeMediaBytes(ctx, "late", ByteSource.of("late"));

    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> tomorrow)
        .cleanUpBytes(Duration.ofHours(1));

    assertThat(database.query("select id from adk_blob where tenant = '" + tenant + "'"))
        .containsExactly("kept");
    assertThatThrownBy(() -> storage.storeMessage(ctx, named("b", late)))
        .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_FAILED))
        .hasStackTraceContaining("cleaned up");
    assertThat(storage.fetchMessages(ctx)).extracting(Message::id).containsExactly("a");
  }

  @Test
  void locatorFindsBytesBeforeTheirRecordIsStored() throws Exception {
    SpoolReader pending =
        storage.spoolStores().forScope(ctx.scope()).write("minted", ByteSource.of("text"));
    ToolCall call = Turns.toolCall("minted", ToolResults.artifact(new SpooledArtifact(pending)));
    SnapshotCodec codec = storage.codec(ctx.scope());

    ToolCall resumed = codec.decodeToolCall(codec.encode(call));

    assertThat(text(resumed)).isEqualTo("text");
    storage.storeToolCall(ctx, codec.decodeToolCall(codec.encode(call)));
    assertThat(text(storage().fetchToolCalls(ctx).getFirst())).isEqualTo("text");
    assertThat(
            database.count(
                "select count(*) from adk_blob where current_id = 'minted' and tenant = '"
                    + tenant
                    + "'"))
        .isEqualTo(1);
  }

  @Test
  void storingAnOldRecordAgainDoesNotBringItsBytesBack() throws Exception {
    MediaReader old = storage.storeMediaBytes(ctx, "m", ByteSource.of("old"));
    storage.storeMessage(ctx, named("a", old));
    storage.storeMessage(ctx, named("b", storage.storeMediaBytes(ctx, "m", ByteSource.of("new"))));

    storage.mutateMessage(ctx, named("a", old));

    assertThat(storage().fetchMessages(ctx).getLast().attachments().getFirst().readAllBytes())
        .asString()
        .isEqualTo("new");
  }

  private static String text(ToolCall call) throws Exception {
    return ((ToolResults.Artifacts) call.results()).items().getFirst().asString();
  }

  private static Message named(String id, MediaReader reader) {
    return Turns.user(id).toBuilder()
        .attachments(Media.userAttachment(MediaKind.IMAGE, "image/png", "a.png", reader))
        .build();
  }

  @Test
  void storeWithoutAConversationFailsOnUse() {
    ByteStore<SpoolReader> spool =
        storage.spoolStores().forScope(ctx.scope().withConversation(null));

    assertThatThrownBy(() -> spool.write("a", ByteSource.of("x")))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_SCOPE_MISSING));
  }
}
