package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.harness.LogArtifact;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Valid primitives of all shapes, the same for the same seed. */
final class Gen {

  static final SnapshotCodec CODEC =
      new SnapshotCodec(ReaderResolvers.withBuiltIns(), LogArtifact.types());

  private static final String[] TEXTS = {
    "a",
    " ",
    "hello world",
    "\u0000",
    "\ud800",
    "x\udfffy",
    "😀",
    "\"\\/\b\f\n\r\t",
    "\u2028",
    "你好",
    "null",
    "true",
    "0.5",
    "2024-01-01",
    "{}",
    "'",
    "ü".repeat(50),
    "\ufeff",
    "\u001f\u007f",
    "__proto__",
    "$.a['b']"
  };

  final Random random;

  Gen(long seed) {
    this.random = new Random(seed);
  }

  boolean chance() {
    return random.nextBoolean();
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  <E extends Enum<E>> E constant(Class<E> type) {
    return oneOf(type.getEnumConstants());
  }

  /** Never empty. */
  String text() {
    if (chance()) {
      return oneOf(TEXTS);
    }
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append((char) random.nextInt(chance() ? 128 : 65_536));
    }
    return text.toString();
  }

  /** Possibly empty, possibly dynamic. */
  Tokenizable tokenizable() {
    String text = random.nextInt(8) == 0 ? "" : text();
    return random.nextInt(8) == 0 ? Tokenizable.dynamic(context -> text) : Tokenizable.of(text);
  }

  Instant instant() {
    return switch (random.nextInt(5)) {
      case 0 -> Instant.ofEpochMilli(8_640_000_000_000_000L);
      case 1 -> Instant.ofEpochMilli(-8_640_000_000_000_000L);
      case 2 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      case 3 -> Instant.ofEpochMilli((long) ((random.nextDouble() - 0.5) * 1.7e16));
      default -> Instant.parse("2024-02-29T23:59:59.999999999Z");
    };
  }

  double share() {
    return oneOf(0.0, -0.0, 1.0, 0.1, Double.MIN_VALUE, Math.nextDown(1.0), random.nextDouble());
  }

  Object plainJson(int depth) {
    return switch (random.nextInt(depth > 3 ? 7 : 9)) {
      case 0 -> text();
      case 1 -> random.nextLong();
      case 2 -> random.nextInt();
      case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
      case 4 -> chance();
      case 5 ->
          new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(100) - 50);
      case 6 -> new BigInteger(random.nextInt(500), random).negate();
      case 7 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(random.nextInt(6) == 0 ? null : plainJson(depth + 1));
        }
        yield list;
      }
      default -> plainObject(depth + 1);
    };
  }

  Map<String, Object> plainObject(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(chance() ? text() : "", random.nextInt(6) == 0 ? null : plainJson(depth));
    }
    return map;
  }

  JsonValue json() {
    return JsonValue.of(plainJson(0));
  }

  Identity identity() {
    Tokenizable representation = tokenizable();
    return switch (random.nextInt(4)) {
      case 0 -> Identity.of(text());
      case 1 -> Identity.of(random.nextLong() >> 12, representation);
      case 2 -> Identity.of(share(), representation);
      default -> Identity.of(text(), representation);
    };
  }

  byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  Media media() {
    Media.Builder media =
        Media.builder()
            .kind(constant(MediaKind.class))
            .mimeType(text())
            .filename(text())
            .reader(MediaReader.of(bytes()))
            .trustTier(constant(TrustTier.class))
            .modalityHazard(constant(ModalityHazard.class));
    maybe(() -> media.id(text()));
    maybe(() -> media.source(text()));
    maybe(() -> media.stash(Map.of(text(), entry())));
    return media.build();
  }

  MediaStashEntry entry() {
    return new MediaStashEntry(json(), constant(TrustTier.class), chance() ? text() : null);
  }

  private void maybe(Supplier<?> step) {
    if (chance()) {
      step.get();
    }
  }

  private <T> List<T> some(int least, Supplier<T> one) {
    List<T> list = new ArrayList<>();
    for (int i = least + random.nextInt(3); i > 0; i--) {
      list.add(one.get());
    }
    return list;
  }

  Message message() {
    Message.Builder message =
        Message.builder()
            .id(text())
            .role(constant(MessageRole.class))
            .createdAt(instant())
            .updatedAt(instant());
    List<Media> attachments = some(0, this::media);
    if (attachments.isEmpty() || chance()) {
      message.content(tokenizable());
    }
    maybe(() -> message.identity(identity()));
    return message.attachments(attachments).build();
  }

  Memory memory() {
    return Memory.builder()
        .id(text())
        .content(tokenizable())
        .confidence(share())
        .importance(share())
        .createdAt(instant())
        .updatedAt(instant())
        .build();
  }

  SpooledArtifact artifact() {
    SpoolReader reader = chance() ? SpoolReader.of(text()) : SpoolReader.of(bytes());
    return switch (random.nextInt(3)) {
      case 0 ->
          LogArtifact.TYPE.create(
              reader, Map.of("level", JsonValue.of((Object) oneOf("info", "warn", ""))));
      case 1 -> new LogArtifact(reader, text());
      default -> new SpooledArtifact(reader);
    };
  }

  Retrievable retrievable() {
    Retrievable.Builder retrievable =
        Retrievable.builder()
            .id(text())
            .trustTier(constant(TrustTier.class))
            .createdAt(instant())
            .updatedAt(instant());
    if (chance()) {
      retrievable.content(tokenizable());
    } else {
      retrievable.content(artifact());
    }
    maybe(() -> retrievable.source(text()));
    maybe(() -> retrievable.kind(text()));
    maybe(() -> retrievable.score(share()));
    maybe(() -> retrievable.inline(chance()));
    maybe(() -> retrievable.artifactConstructor(oneOf("spooled", "log")));
    return retrievable.build();
  }

  Thought thought() {
    Thought.Builder thought =
        Thought.builder().id(text()).createdAt(instant()).updatedAt(instant());
    if (chance()) {
      JsonValue payload = json();
      thought.payload(payload).replayCompatibility(text());
      if (payload.isNull()) {
        thought.content(tokenizable());
      } else {
        maybe(() -> thought.content(""));
      }
    } else {
      thought.content(tokenizable());
    }
    maybe(() -> thought.identity(identity()));
    return thought.build();
  }

  ToolResults results() {
    return switch (random.nextInt(5)) {
      case 0 -> ToolResults.artifact(artifact());
      case 1 -> ToolResults.artifacts(some(1, this::artifact));
      case 2 -> ToolResults.media(media());
      case 3 -> ToolResults.media(some(1, this::media));
      default -> new ToolResults.Text(tokenizable());
    };
  }

  ToolCall toolCall() {
    ToolCall.Builder call =
        ToolCall.builder()
            .id(text())
            .tool(text())
            .args(plainObject(0))
            .checksum(text())
            .isComplete(chance())
            .isError(chance())
            .results(results())
            .createdAt(instant())
            .updatedAt(instant())
            .completedAt(instant());
    maybe(() -> call.payload(json()).replayCompatibility(text()));
    maybe(() -> call.inline(chance()));
    maybe(() -> call.fromArtifactTool(chance()));
    return call.build();
  }
}
