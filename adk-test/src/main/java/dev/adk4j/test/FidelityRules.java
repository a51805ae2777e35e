package dev.adk4j.test;

import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for fidelity: a fetched record equals the stored one in every field. */
interface FidelityRules {

  @ForEveryKind
  default <T> void randomRecordsComeBackEqual(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    storage.assertComeBack(
        kind, IntStream.range(0, 60).mapToObj(i -> storage.sample(kind, "r" + i)).toList());
  }

  @ForEveryKind
  default <T> void randomRecordsComeBackEqualAfterTheyWereMutated(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    List<T> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      storage.store(kind, storage.sample(kind, "r" + i));
      records.add(storage.sample(kind, "r" + i));
    }
    for (T changed : records) {
      storage.mutate(kind, changed);
    }
    storage.assertStored(kind, records);
  }

  @ForEveryKind
  default <T> void everyCharacterSurvivesInEveryText(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    TextRecords texts = new TextRecords(storage.samples);
    List<T> records = new ArrayList<>();
    for (String text : TrickyTexts.CONTENTS) {
      records.add(texts.of(kind, "r" + records.size(), text));
    }
    storage.storeAll(kind, records);
    storage.assertComeBack(kind, records);
  }

  @ForEveryKind
  default <T> void aMegabyteOfTextSurvives(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    String text = TrickyTexts.megabyte();
    T stored =
        kind.cast(
            switch (kind.sample().apply(storage.samples, "a")) {
              case Message message -> message.toBuilder().content(text).build();
              case Thought thought -> thought.toBuilder().content(text).build();
              case ToolCall call -> call.toBuilder().results(Tokenizable.of(text)).build();
              case Retrievable retrievable -> retrievable.toBuilder().content(text).build();
              case Memory memory -> memory.toBuilder().content(text).build();
              default -> throw new IllegalStateException("another kind: " + kind);
            });
    storage.assertComeBack(kind, List.of(stored));
  }

  @ForEveryKind
  default <T> void timesFarAwaySurvive(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<Instant> times =
        List.of(
            Instant.EPOCH,
            Instant.ofEpochMilli(-1),
            Instant.parse("0001-01-01T00:00:00.001Z"),
            Instant.parse("-0044-03-15T12:00:00Z"),
            Instant.parse("1582-10-10T00:00:00Z"),
            Instant.parse("2026-03-29T01:30:00.999Z"),
            Instant.parse("9999-12-31T23:59:59.999Z"),
            Instant.parse("+12345-06-07T08:09:10Z"),
            Instant.ofEpochMilli(-8_640_000_000_000_000L),
            Instant.ofEpochMilli(8_640_000_000_000_000L));
    storage.assertEachComesBack(kind, times, (sample, time) -> at(kind, sample, time));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void everyFormOfResultsSurvives(boolean flag, StorageFixture storage) throws Exception {
    RandomPrimitives random = storage.samples;
    List<ToolResults> forms =
        List.of(
            ToolResults.text("text"),
            new ToolResults.Text(Tokenizable.of("")),
            ToolResults.artifact(random.artifact()),
            ToolResults.artifacts(List.of(random.artifact())),
            ToolResults.artifacts(List.of(random.artifact(), random.artifact(), random.artifact())),
            ToolResults.media(random.media()),
            ToolResults.media(List.of(random.media())),
            ToolResults.media(List.of(random.media(), random.media())));
    storage.assertEachComesBack(
        RecordKind.TOOL_CALL,
        forms,
        (call, form) ->
            call.toBuilder()
                .results(form)
                .inline(flag)
                .fromArtifactTool(!flag)
                .isError(flag)
                .isComplete(!flag)
                .build());
  }

  @Test
  default void argumentsAndPayloadsKeepTheirKeyOrderAndDigits(StorageFixture storage)
      throws Exception {
    JsonValue json =
        JsonValue.parse(
            """
            {"b":1,"a":2.50,"10":1E+2,"9":[0.10,1e-7,-0.0,12345678901234567890.123456789,1E+400,null,true,[],{}],
             "":"empty key","B":{"z":null,"y":{"x":[[[1.0]]]}},"\\u0000":"\\ud83d","é":"\\ude00\\ud83d"}""");
    ToolCall call =
        storage.sample(RecordKind.TOOL_CALL, "a").toBuilder()
            .args(json)
            .payload(json)
            .replayCompatibility("vendor")
            .build();
    storage.store(RecordKind.TOOL_CALL, call);
    storage.assertComeBack(RecordKind.TOOL_CALL, List.of(call));

    Thought thought =
        storage.sample(RecordKind.THOUGHT, "a").toBuilder()
            .payload(json)
            .replayCompatibility("vendor")
            .build();
    storage.assertComeBack(RecordKind.THOUGHT, List.of(thought));
  }

  @Test
  default void aPayloadMayBeAnyJson(StorageFixture storage) throws Exception {
    storage.assertEachComesBack(
        RecordKind.THOUGHT,
        List.of("\"signature\"", "\"\"", "0", "1.50", "false", "[]", "{}", "[[null]]"),
        (thought, json) ->
            Thought.builder()
                .id(thought.id())
                .payload(JsonValue.parse(json))
                .replayCompatibility("vendor")
                .createdAt(Instant.EPOCH)
                .updatedAt(Instant.EPOCH)
                .build());
  }

  @Test
  default void anIdentityKeepsItsKeysType(StorageFixture storage) throws Exception {
    List<Identity> identities =
        List.of(
            Identity.of("42", "text"),
            Identity.of(42, "number"),
            Identity.of(-1, "negative"),
            Identity.of((1L << 53) - 1, "largest"),
            Identity.of(1.5, Tokenizable.of("fraction")),
            Identity.of("key", Tokenizable.of("")));
    storage.assertEachComesBack(
        RecordKind.MESSAGE,
        identities,
        (message, identity) -> message.toBuilder().identity(identity).build());
    storage.assertEachComesBack(
        RecordKind.THOUGHT,
        identities,
        (thought, identity) -> thought.toBuilder().identity(identity).build());
  }

  @Test
  default void scoresKeepEveryDigit(StorageFixture storage) throws Exception {
    List<Double> scores =
        List.of(0.0, 1.0, 0.1 + 0.2, Double.MIN_VALUE, Math.nextDown(1.0), 1.0 / 3);
    storage.assertEachComesBack(
        RecordKind.MEMORY,
        scores,
        (memory, score) -> memory.toBuilder().confidence(score).importance(1 - score).build());
    storage.assertEachComesBack(
        RecordKind.RETRIEVABLE,
        scores,
        (retrievable, score) -> retrievable.toBuilder().score(score).build());
  }

  @Test
  default void absentFieldsStayAbsent(StorageFixture storage) throws Exception {
    Message attachment =
        Message.builder()
            .id("a")
            .role(MessageRole.USER)
            .attachments(storage.samples.media())
            .createdAt(Instant.EPOCH)
            .updatedAt(Instant.EPOCH)
            .build();
    Message emptyText =
        Message.user("b", "x", Instant.EPOCH).toBuilder().content(Tokenizable.of("")).build();
    storage.assertComeBack(RecordKind.MESSAGE, List.of(attachment, emptyText));

    Retrievable bare =
        Retrievable.builder()
            .id("a")
            .content("text")
            .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
            .createdAt(Instant.EPOCH)
            .updatedAt(Instant.EPOCH)
            .build();
    storage.assertComeBack(RecordKind.RETRIEVABLE, List.of(bare));
  }

  private static <T> T at(RecordKind<T> kind, T sample, Instant time) {
    return kind.cast(
        switch (sample) {
          case Message message -> message.toBuilder().createdAt(time).updatedAt(time).build();
          case Thought thought -> thought.toBuilder().createdAt(time).updatedAt(time).build();
          case ToolCall call ->
              call.toBuilder().createdAt(time).updatedAt(time).completedAt(time).build();
          case Retrievable retrievable ->
              retrievable.toBuilder().createdAt(time).updatedAt(time).build();
          case Memory memory -> memory.toBuilder().createdAt(time).updatedAt(time).build();
          default -> throw new IllegalStateException("another kind: " + kind);
        });
  }
}
