package dev.adk4j.jdbc;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.context.JdbcSummaryStore;
import dev.adk4j.jdbc.limit.JdbcRateCounter;
import dev.adk4j.jdbc.memory.JdbcExtractionJournal;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RateCounter.Rate;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.context.SummaryStore;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes a text of its own to every place where a subject's text can lie, and looks for these texts
 * in a dump of all tables.
 */
final class Markers {

  /** The places in conversations of the subject. */
  static final Set<String> OWN =
      Set.of(
          "message",
          "filename",
          "media",
          "replacedmedia",
          "thought",
          "thoughtpayload",
          "toolargs",
          "toolresult",
          "toolpayload",
          "toolspool",
          "retrievable",
          "retrievablesource",
          "retrievablebytes",
          "summary",
          "gatepayload",
          "gateanswer",
          "gatecomment",
          "captured",
          "staged");

  /** In conversations of which there is no row, or whose row began without a subject. */
  static final Set<String> BEGUN =
      Set.of(
          "mediaalone",
          "retrievablealone",
          "bytesalone",
          "upload",
          "mediabeforenobody",
          "messageafternobody",
          "thoughtafternobody");

  /** Of the subject itself. */
  static final Set<String> PERSONAL = Set.of("memory", "instruction", "fact");

  /** In a conversation of somebody else. */
  static final Set<String> GUEST =
      Set.of(
          "guestmessage",
          "guestthought",
          "guesttool",
          "guestmedia",
          "guestretrievable",
          "guestsummary",
          "guestcaptured",
          "guestgate",
          "guestcomment",
          "guestreplacement");

  private final TestDatabase database;
  private final String tenant;
  private final String subject;
  private final String prefix;
  private final JdbcPersistentStorage storage;

  Markers(TestDatabase database, String tenant, String subject) {
    this.database = database;
    this.tenant = tenant;
    this.subject = subject;
    this.prefix = "mark" + Integer.toHexString((tenant + subject).hashCode()) + "x";
    this.storage = database.storage();
  }

  private String text(String place) {
    return prefix + place + "x";
  }

  private ByteSource bytes(String place) {
    return ByteSource.of("some bytes " + text(place) + " and some more");
  }

  private AgentContext in(String conversation) {
    return Turns.in(tenant, subject, conversation);
  }

  /**
   * @param n tells rounds apart
   */
  void write(String n) throws Exception {
    own(n);
    begun(n);
    personal();
    guest(n);
  }

  private void own(String n) throws Exception {
    AgentContext ctx = in("own" + n);
    storage.storeMediaBytes(ctx, "media", bytes("replacedmedia"));
    MediaReader media = storage.storeMediaBytes(ctx, "media", bytes("media"));
    storage.storeMessage(
        ctx,
        Message.user("m", text("message"), Turns.AT).toBuilder()
            .attachments(
                Media.userAttachment(MediaKind.IMAGE, "image/png", text("filename"), media))
            .build());
    storage.storeThought(
        ctx,
        Turns.thought("t").toBuilder()
            .content(text("thought"))
            .payload(JsonValue.of(Map.of("sealed", text("thoughtpayload"))))
            .replayCompatibility("model")
            .build());
    storage.storeToolCall(
        ctx,
        Turns.toolCall("c", ToolResults.text(text("toolresult"))).toBuilder()
            .args(JsonValue.of(Map.of("who", text("toolargs"))))
            .payload(JsonValue.of(Map.of("raw", text("toolpayload"))))
            .replayCompatibility("model")
            .build());
    SpoolReader spooled =
        storage.spoolStores().forScope(ctx.scope()).write("d", bytes("toolspool"));
    storage.storeToolCall(
        ctx, Turns.toolCall("d", ToolResults.artifact(new SpooledArtifact(spooled))));
    storage.storeRetrievable(
        ctx,
        Turns.retrievable("r").toBuilder()
            .content(text("retrievable"))
            .source(text("retrievablesource"))
            .build());
    storage.storeRetrievableBytes(ctx, "r", bytes("retrievablebytes"));
    summary(ctx, "summary");
    gate(ctx, "gatepayload", subject, "gateanswer", "gatecomment");
    capture(subject, "own" + n, "captured", "staged");
  }

  private void begun(String n) throws Exception {
    AgentContext alone = in("alone" + n);
    storage.storeMediaBytes(alone, "m", bytes("mediaalone"));
    storage.storeRetrievable(
        alone, Turns.retrievable("r").toBuilder().content(text("retrievablealone")).build());
    storage.storeRetrievableBytes(alone, "r", bytes("bytesalone"));
    String upload = Ids.next();
    database.execute(
        "insert into adk_blob (tenant, conversation, content_id, kind, id, chunk_size, created_at,"
            + " subject) values ('%s', 'alone%s', '%s', 'media', 'u', 1024, 0, '%s')"
                .formatted(tenant, n, upload, subject));
    try (Connection connection = database.dataSource().getConnection();
        var insert =
            connection.prepareStatement("insert into adk_blob_chunk values (?, ?, ?, 0, 0, ?)")) {
      insert.setString(1, tenant);
      insert.setString(2, "alone" + n);
      insert.setString(3, upload);
      insert.setBytes(4, text("upload").getBytes(StandardCharsets.UTF_8));
      insert.executeUpdate();
    }
    storage.storeMessage(Turns.in(tenant, null, "nobody" + n), Turns.user("first"));
    AgentContext nobodys = in("nobody" + n);
    storage.storeMediaBytes(nobodys, "m", bytes("mediabeforenobody"));
    storage.storeMessage(nobodys, Message.user("m", text("messageafternobody"), Turns.AT));
    Stores.unit(
        storage,
        nobodys,
        () -> {
          storage.mutateThought(
              nobodys, Turns.thought("t").toBuilder().content(text("thoughtafternobody")).build());
          storage.deleteMessage(nobodys, "first");
        });
  }

  private void personal() {
    AgentContext ctx = in("own");
    storage.mutateMemory(ctx, Turns.memory(Ids.next()).toBuilder().content(text("memory")).build());
    storage.storeStandingInstruction(ctx, Tokenizable.of(text("instruction")));
    JdbcMemoryStore.builder(database.dataSource(), "facts")
        .build()
        .add(text("fact"), Map.of(), MemoryWriteContext.of(new MemoryOwner(tenant, subject)));
    // no text of the subject, but the report tells of the row
    JdbcRateCounter.of(database.dataSource(), JdbcStorageOptions.DEFAULT, InstantSource.system())
        .take(new Rate(Limit.TURNS_PER_HOUR, tenant, subject, 1_000_000, Duration.ofHours(1)));
  }

  private void guest(String n) throws Exception {
    AgentContext host = Turns.in(tenant, "host", "hosts" + n);
    storage.storeMessage(host, Turns.user("hosts"));
    storage.storeToolCall(host, Turns.toolCall("hosts"));
    AgentContext guest = in("hosts" + n);
    Stores.unit(
        storage,
        guest,
        () -> {
          storage.storeMessage(guest, Message.user("guest", text("guestmessage"), Turns.AT));
          storage.storeThought(
              guest, Turns.thought("t").toBuilder().content(text("guestthought")).build());
        });
    storage.mutateToolCall(guest, Turns.toolCall("c", ToolResults.text(text("guesttool"))));
    storage.storeMediaBytes(guest, "m", bytes("guestmedia"));
    storage.storeRetrievable(
        guest, Turns.retrievable("r").toBuilder().content(text("guestretrievable")).build());
    storage.storeToolCall(guest, Turns.toolCall("replaced"));
    storage.replaceToolCallGroup(
        host,
        List.of("replaced"),
        List.of(Turns.toolCall("shorter", ToolResults.text(text("guestreplacement")))));
    summary(host, "guestsummary");
    capture(subject, "hosts" + n, "guestcaptured", null);
    gate(guest, "guestgate", "host", null, null);
    gate(host, null, subject, null, "guestcomment");
  }

  private void summary(AgentContext ctx, String place) {
    JdbcSummaryStore.of(database.dataSource(), JdbcStorageOptions.DEFAULT)
        .save(ctx.scope(), new SummaryStore.Entry(text(place), "m"));
  }

  private void gate(AgentContext ctx, String payload, String actor, String answer, String comment) {
    JdbcTurnStore gates = JdbcTurnStore.of(database.dataSource());
    String ref = Ids.next();
    gates.openGate(
        new TurnStore.Opening(
            ref,
            ctx.scope(),
            Ids.next(),
            "g",
            null,
            "approval",
            payload == null ? null : JsonValue.of(Map.of("what", text(payload))),
            false,
            null,
            null,
            null,
            null,
            "node"));
    gates.settle(
        new TurnStore.Attempt(
            Ids.next(),
            tenant,
            ref,
            GateDecision.Kind.RESOLVE,
            GateActor.of(actor, tenant, Set.of(), "http"),
            answer == null ? null : JsonValue.of(text(answer)),
            false,
            comment == null ? null : text(comment),
            false));
  }

  private void capture(String who, String conversation, String place, String staged) {
    JdbcExtractionJournal journal =
        JdbcExtractionJournal.of(database.dataSource(), JdbcStorageOptions.DEFAULT, null);
    MemoryConversation captured =
        new MemoryConversation(new MemoryOwner(tenant, who), conversation);
    journal.append(
        captured, List.of(MemoryMessage.text("a", MessageRole.USER, text(place), Turns.AT)));
    if (staged != null) {
      SaveLease lease =
          journal.acquire(new SaveKey(captured, "facts"), Duration.ofMinutes(5)).orElseThrow();
      journal.stage(
          lease,
          new StagedBatch(
              1,
              List.of(new StagedFact("k", new Extractor.ExtractedFact(text(staged), Map.of())))));
    }
  }

  /** The places whose text some table holds. */
  Set<String> found() throws SQLException {
    Set<String> found = new TreeSet<>();
    try (Connection connection = database.dataSource().getConnection()) {
      for (String table : ExpectedTables.all()) {
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery("select * from " + table)) {
          int columns = row.getMetaData().getColumnCount();
          while (row.next()) {
            for (int i = 1; i <= columns; i++) {
              Object value = row.getObject(i);
              String text =
                  value instanceof byte[] bytes
                      ? new String(bytes, StandardCharsets.ISO_8859_1)
                      : String.valueOf(row.getString(i));
              addPlaces(text.toLowerCase(Locale.ROOT), found);
            }
          }
        }
      }
    }
    return found;
  }

  private void addPlaces(String text, Set<String> found) {
    for (int at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      int from = at + prefix.length();
      int end = text.indexOf('x', from);
      found.add(text.substring(from, end));
    }
  }
}
